/**
 * Stop words by ISO 639-1 code, separated by blanks: articles, pronouns, prepositions, conjunctions, particles and forms of "be" and
 * "have". The general stop lists of these languages have hundreds of words, also "new", "time" or "left", which queries search for.
 */
export const STOP_WORDS = {
  ar: `من في على عن الى إلى ما لا لم لن ان أن إن او أو ثم قد كان كانت يكون تكون هو هي هم هذا هذه ذلك تلك التي الذي الذين اللذين هل كل مع
    بين حتى اذا إذا كما لكن بل اي أي منذ عند عندما لدى غير و ف ب ك ل فيه فيها منه منها عليه عليها به بها له لها انه أنه أنها كيف متى
    أين اين لماذا ماذا حيث بعد قبل`,
  bg: `и в във на с със за от до по при към о об у през над под пред след между без а но или че да ли не ни ще е са съм си сме сте беше бяха
    бъде това този тази тези той тя то те ние вие аз ти го я ги му ѝ им се който която което които какво как кога къде защо кой коя като
    ако така само още също т`,
  bn: `এই এ এবং ও আর যে যা যারা সে তা তার তারা তাদের তাকে তিনি এর এটি এটা সেই ওই কি কী কে কোন কোনো করে কিন্তু অথবা বা না নয় নি হয় হয়ে হবে
    হয়েছে হয়েছিল ছিল ছিলেন আছে থেকে জন্য সঙ্গে সাথে মধ্যে দ্বারা আমি আমার আমরা আপনি আপনার তুমি তোমার যদি তবে যখন তখন কখন কোথায় কেন কীভাবে কত`,
  da: `og i jeg det at en den til er som på de med han af for ikke der var mig sig men et har om vi min havde ham hun nu over da fra du ud sin
    dem os op man hans hvor eller hvad skal selv her alle vil blev kunne ind når være dog noget ville jo deres efter ned skulle denne
    end dette mit også under have dig hende mod disse hvis din nogle hos blive ved hendes været thi jer sådan hvem hvordan hvorfor hvornår`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber denn sondern dass daß als wie wenn ob weil in im an am auf aus
    bei beim mit nach von vom zu zum zur für durch um über unter vor zwischen gegen ohne bis seit ich du er sie es wir ihr mich dich sich
    uns euch ihm ihn ihnen mein dein sein ihre ihrer ihren ihrem ihres seine seiner seinen seinem seines unser euer ist sind war waren
    bin bist wird werden wurde wurden worden hat haben hatte hatten kann können muss müssen soll sollen will nicht kein keine keinen
    keinem keiner auch nur noch schon so da dann hier dort dieser diese dieses diesen diesem jeder jede jedes jener welche welcher
    welches was wer wo wann warum wieso man zwar damit dazu daran darauf daraus dabei dafür davon doch sehr mehr etwa`,
  gu: `અને કે છે હતું હતો હતી હતા હોય એ એક આ તે તેના તેની તેને જે જો તો પણ ન નથી નહીં માટે સાથે દ્વારા પર થી ને ની નો નું ના માં કરે કરો હું તમે અમે શું કોણ
    ક્યાં ક્યારે કેમ કેવી રીતે અથવા`,
  hr: `i u na s sa za od do po pri k o iz kroz nad pod pred prema bez između a ali ili da ne je su sam si smo ste bi biti bio bila bilo bili će
    ću ćete se ovo ova ovaj ove to taj ta te on ona ono oni ja ti mi vi ga mu ih im joj koji koja koje kojeg kojem kojoj koju kojih što
    šta kako kada gdje gde zašto tko ko kao ako`,
  id: `yang di dan itu dengan untuk dari ke pada adalah ini dalam tidak akan oleh juga atau sebagai saya anda kamu kami kita dia ia mereka
    nya telah sudah bahwa karena jika maka agar supaya tetapi tapi namun serta para apa apakah siapa kapan mana dimana mengapa bagaimana
    berapa ada saat ketika sebuah seorang suatu tersebut lah pun si per bagi secara yaitu yakni ialah hanya`,
  lt: `aš būti būtų bus buvo dėl iš į jį ją jų jūs kurį kurią kurių mūsų nėra prieš šia šią šiame šie šio šioje šios šis šį šita šitas šių tačiau
    tą tų tūlas už užtat viršum virš visų yra žemiau`,
  lv: `un ir ar no uz par pie pēc pret priekš zem virs caur bez kā ka ko kas kam kuru kurš kura kuri kad kur kāpēc vai bet arī ja nav es tu
    viņš viņa mēs jūs viņi tas tā to tam tie tās šis šī šo šim šie šīs bija būs tiek tika tikt lai jo līdz starp gan tad`,
  pl: `i w we na z ze do od po za o u dla przez przy pod nad przed między bez a ale lub albo oraz ani że żeby aby by czy nie jest są był była
    było byli być będzie będą się to ten ta te tego tej tym tych temu on ona ono oni one jego jej ich go mu im ja ty my wy który która
    które którego której którym których co kto jak gdzie kiedy dlaczego jako tak już tylko też także jeśli jeżeli więc`,
  sk: `a i v vo na s so z zo do od po za o u pre pri pod nad pred medzi bez k ku ale alebo ani že aby by či nie je sú som si sme ste bol bola
    bolo boli byť bude budú sa to ten tá tie toto tento táto tieto tohto tejto tom on ona ono oni ja ty my vy jeho jej ich mu im ktorý
    ktorá ktoré ktorého ktorej ktorým ktorých čo kto ako kde kedy prečo ak už len tiež`,
  sl: `in v na s z za od do po pri k h o iz skozi nad pod pred med brez a ali pa da ne ni je so sem si smo ste bi biti bil bila bilo bili bo
    bodo se to ta te tega tej tem teh on ona ono oni jaz ti mi vi ga mu jih jim ki kaj kdo kako kje kdaj zakaj kot če že tudi le še`,
  sv: `och det att i en ett jag hon som han på den med var sig för så till är men om hade de av icke inte mig du henne då sin nu har sitt sina
    kan hans hur min mitt mina ut utan ej skulle vid från dig ditt din dina blev vad varför än ju efter under mot ska skall vi dem denna
    denne detta dessa deras där när vara varit eller över hennes ni er ert era hos blir bli vilken vilka vilket vem också`,
  te: `మరియు ఈ ఆ ఒక ఇది అది కూడా లేదా కానీ ఉంది ఉన్నాయి ఉన్న అని నుండి కోసం యొక్క లో కు కి తో పై ను ని ఏ ఏమి ఎవరు ఎక్కడ ఎప్పుడు ఎలా ఎందుకు ఎంత మీరు
    మీ నేను నా మేము మా అతను ఆమె వారు`,
  uk: `і й та в у на з із зі до від по за о об при під над перед між без для через а але або чи що щоб як якщо не ні є був була було були
    бути буде будуть ся це цей ця ці цього цієї цьому тим того тієї той те ті він вона воно вони я ти ми ви його її їх йому їй їм який
    яка яке які якого якої яким яких хто коли де чому також вже лише тільки би б же`,
  vi: `và của là các những cho với được trong có không này đã sẽ đang để từ một người ở thì mà như khi nếu hay hoặc nhưng bị bởi tại do vào
    ra về đó gì nào ai đâu sao`,
} as const;
