/**
 * Frequent words of languages that ELD does not support or confuses: words that similar languages do not use. A word of two of
 * these languages is listed in both.
 */
export const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  af: `die binne tussen nie 'n ’n vir hierdie jy jou julle hulle wees ons moenie daardie sal dié oor kry baie ek lêer dat word
    lys ontbreek nuwe sê gesê hê lê ná só ook maar deur waar mense jaar wie sou gehad lewe nog reg elke eie tyd sy haar mnr sien
    gaan hoe hul soos agter twee drie vyf gee maak skool vrou goeie groot suid-afrika ander meer wêreld regering is in wat het
    en van te met op kan was wil u my hy gekies geheue lêers moet weer geen al dan of as toe tot daar hier asseblief kies
    gebruik gebruiker kleur beeld wagwoord kon eerste ongeldig ongeldige bestaan skryf lees`,
  nl: `de het een niet voor deze zijn worden wordt naar ik je wij zij ze kunnen zal werd werden geen over niets heeft hebben
    bestand nieuwe door uit nog aan dit om jij jullie hun zich bij mensen vijf zo er toch veel alleen andere hij moet haar ook
    wat maar hoe gaan wil weer twee drie waar jaar dat ons elke wie meer na is in en van te met op kan was u mijn moeten kon dan
    of als toen tot daar hier gebruiker kies gebruik kleur wachtwoord afbeelding eerste ongeldig ongeldige bestaat schrijven
    lezen welke`,
  nn: `ikkje eg eit kva kven korleis noko nokon nokre vere vore vart blei berre mykje heile desse eigen kvar då òg saman gjere
    dykk hjå sidan tek gjer fleire ei gjev mogleg brukar finn veit filer denne filene fann finst ho dykkar hennar deira kvifor
    korfor kvart alle same seier sa sjølv sjølve gong gongen gonger vatn mjølk høgre høgare større nynorsk noreg fyrste fyrst
    medan skulle kunne hadde vert blir verta vorte gått meir lik skilnad høyrer bur bygd år bygda kommunen tid trur kjem kjende
    les arbeidar snakkar slik ikring anna annan vegen skule skulen skular elevar elevane folk born mellom etter ut opp korkje
    framleis difor dermed godt kjent vidare enno no nett rett heim heime såg gjekk fekk stod gav tok kor ligg like heilt eller
    og med av om som for er å brukast visast setjast teiknast skriva visa installera veljast vald valde fleirtal noverande
    innhald innhaldet namn namnet mogeleg vindauge feilmelding løyve opna velja bruka gjera vera kunna seia auka tala fylgje
    følgje følgjer vekene veke vekes laurdag sundag kvardag høve borna ungane verte sjå sjåast passord passordet gammal førre
    alltid nettstad nettstaden kvarandre slike dersom anten endå den det tilbake ver bli burde kjenne kjenner trengst trengs
    ynskjer ønskjer køyre køyrer skriv teikn lengd brei storleik høgd bilete biletet fargen utgått tilgjengeleg lover fridom
    rettar rettane likeverd sjølvsagt menneska mennesket vanleg tydeleg verkeleg offentleg einast kvinner ein dei frå utan inga
    feila feil brukaren brukarnamn oppgje oppgjeve gløymt gløymd nedanfor under allereie endra endre heiltal løyva påkravd att
    omatt staden slette innehald innehalde ukjend ditt din dine gamle neste må skal du vil har de vi på kan lese`,
  no: `ikke jeg en et fra hva hvem hvordan noe noen være vært ble bare mye hele de disse egen hver sammen gjøre hun deres hos
    flere gir blir bruker mulig finner vet fant finnes hennes hvorfor hvilken hvilke hvor hvis sier selv gang gangen ganger vann
    melk norge første mens skal skulle kunne hadde blitt gått mer hører kjent leser arbeider snakker skole skolen elever elevene
    barn mellom etter ut opp fortsatt derfor hjem hjemme så gikk fikk sto ga tok dem bort deg meg seg oss nå enn av på til om
    som for er og med eller like veldig nei tror kommer trenger før siden året uken dager boken bok god bedre mot uten alltid
    igjen også ennå annet annen norske norsk helt rett slik dette denne alle ingen folk år tid kommune aldri kjøpe kjøpte kjøre
    kjører spise spiser drikke drikker elsker henne ham han vei veien hånd trodde visste sa spurte kvinne kvinnen ville vil jobb
    jobber ganske likevel kanskje hjelp hjelpe lese språk feil bruk bruke lage lager velg endre endret bekreft siste neste
    tilbake venn venner redd snakke liker skriver må kan vi den det uker måneder klokken klokka gjør gjort vår våre hvert forsøk
    kun skilt under mangler ønsker oppgi ditt din dine passordet valgt valg valget kildene svar tomt tom over da mann gutt jente
    hus bil by dag natt morgen kveld sommer liten stor nytt nye alt enkelt galt gammel gamle samme inn prøv vennligst tidligere
    har enda trykk lengde brukernavn mottar oppgitt sjekk lagret endringer kontoen velkommen å`,
  da: `ikke jeg en et fra hvad hvem hvordan noget nogen nogle være været blev bare meget hele de disse egen hver sammen gøre hun
    deres hos flere giver bliver bruger mulig finder ved fandt findes hendes hvorfor hvilken hvilke hvor hvis siger selv gang
    gangen gange vand mælk danmark første mens skal skulle kunne havde blevet gået mere hører kendt læser arbejder snakker skole
    skolen elever børn mellem efter ud op fortsat derfor hjem hjemme så gik fik stod gav tog dem bort dig mig sig os nu end af
    på til om som for er at og med eller lige nej tror kommer før siden året ugen uge dage bogen bog god bedre mod uden altid
    igen også endnu andet anden danske dansk helt ret sådan dette denne alle ingen folk år tid kommune hedder kun skriver tage
    lave laver går kunde vores jeres penge mand blandt hvornår hvilket gå stå få ja arbejde nyt ny aldrig købe købte køre kører
    spise spiser drikke drikker elsker hende ham han vej vejen hånd troede vidste sagde spurgte kvinde kvinden ville vil ganske
    alligevel måske hjælp hjælpe læse sprog fejl brug bruge vælg ændre ændret bekræft sidste næste tilbage ven venner bange tale
    lide må kan vi den det uger måneder klokken gør gjort hvert forsøg mangler ønsker angiv angivet valgt valg svar tomt tom
    over da dreng pige hus bil by dag nat morgen aften sommer lille stor nye alt enkelt blive kvinder der tilladt påkrævet
    gyldig ugyldig indtast felt indeholde vises bruges set begge ligger samme din dit dine konto adgangskode andre herunder
    oprettet får glemt tal ofte anvendt`,
  id: `bisa karena bahwa coba mau saja berbeda kalau punya berkas galat sebuah kantor mobil kota uang silakan mengapa perusahaan
    bagian berbagai yaitu yakni ketika saat sedangkan namun setelah hingga pemerintah polisi desember agustus juni juli maret
    april oktober universitas mahasiswa warga kabupaten provinsi kecamatan presiden indonesia jakarta aku nggak enggak banget
    sih dong miliar lalu usai ujarnya katanya ungkapnya merupakan memiliki dilakukan melakukan mengatakan terjadi butuh sangat
    beragam bagaimana sekitar rupiah rp terutama informasi kualitas aktivitas fasilitas kesehatan rumah ponsel situs selain
    terhadap sebaiknya tentunya umumnya pria pihaknya harga pasar jawa tersebut sudah belum ribu kebutuhan apakah masing berupa
    dimana daerah bukan senin selasa kamis jumat obat proyek bandara sepeda sepatu kamar pikir pikiran paham persen italia
    prancis spanyol jepang inggris serikat komunitas identitas karyawan dokter celana meskipun justru bahkan maupun agar
    demikian kayak udah bikin gak banyaknya panduan para sejumlah terkait sejak tentu dimulai dipakai memakai nanti soal
    ternyata apalagi hampir berkat rekan pemain bermain artikel istilah tombol karenanya semakin olahraga anggaran otomatis
    versi kode jaringan berhasil kesalahan telepon istri gempa menyebut menyebutkan kapan tim produk mobilnya alamat kalimat
    sementara usia jumlahnya senilai gambar berbicara kirim dikirim mengirim jawaban pertanyaan menit detik gratis pajak toko
    ingin pulang laki-laki pengaturan layar unduh sandi masukkan silahkan nilai valid hukum siapapun orang-orang harus teman
    penghasilan nasional internasional masyarakat`,
  ms: `kerana boleh bahawa cuba mahu sahaja berbeza ralat wang pejabat kereta ialah hendak awak apabila sekiranya iaitu manakala
    malaysia daripada pelbagai bahagian maklumat kerajaan syarikat perkara pelajar universiti polis mac ogos disember julai jun
    februari ringgit rm kuala bandar datuk seri encik cikgu kanak menerusi selepas supaya kes majlis sebarang tarikh petang esok
    semalam mengikut bermula perdana jurulatih perlawanan mendapati ianya nak dah je jabatan membabitkan antarabangsa kaum
    beliau adakah melayu isteri amat ahad isnin rabu khamis jumaat pilihanraya pengerusi timbalan mesyuarat pertubuhan
    persekutuan peguam hospital doktor jururawat ubat makmal setiausaha projek aktiviti kualiti komuniti identiti bajet teksi
    basikal kasut seluar bilik bas tempoh peratus bilion fikir difikirkan faham perancis itali sepanyol jepun inggeris kanada
    ramai ataupun tiada macam tengok cakap bukannya sekalipun semula senarai arahan laluan tetingkap keputusan capaian kekunci
    sebahagian samada dibenarkan membenarkan perlukan disebabkan berkenaan memandangkan imej fail butang had minit bilangan
    paparan paparkan dipaparkan hidupkan tetapkan ditetapkan tetapan jawapan soalan bercakap beritahu hantar dihantar menghantar
    budak abang kedai percuma cukai sesiapa mana-mana apa-apa pelayan alatan palang lumpuhkan benarkan dikehendaki taraf
    hendaklah wiget piawai ketepuan kaedah peranti storan skrin kelabu perisian pautan carian sila taip nombor emel e-mel akaun
    siasatan mangsa cuti lepas disokong kompil abaikan`,
  hr: `tko netko svatko što europa europi europe europske europski sustav sustava uvjet uvjeti uvjete tisuća tisuće tjedan
    tjedna kruh povijest siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenog studenoga
    prosinca posto računalo tvrtka tvrtke izvješće izvješća glazba nogomet hrvatska hrvatske hrvatskoj hrvatski hrvatskog zagreb
    zagreba zagrebu točka priopćenju priopćenje suradnja suradnje suradnju gospodarstva gospodarski obitelj obitelji tijekom
    vlak zrakoplov tvornica sveučilište sveučilišta znanost znanosti stoljeća desetljeća natjecanje natjecanja sudjelovati
    sudjeluje sudjelovali sigurnost općina općine općini županija županije kuna kune eura nazočnost povjerenstvo razina razini
    tjednik zaslon mrkva priopćio vlastiti iznimno netom unatoč jučer također veljača nogometaš financije financijski tek ipak
    nadalje tijek rabi uporaba uporabu postaja udruga udruge ravnatelj zaklada prigodom ondje gdje vrijeme vremena dvije prije
    lijepo uvijek mjesto mjesta dijete reći riječ prilikom ministar uspjeh vidjeti cijeli`,
  bs: `ko neko svako šta evropa evropi evropske evropski evropskog evropska sistem sistema sistemu uslov uslovi uslove hiljada
    hiljade sedmica sedmice lahko mehko hljeb historija historije januar januara februar februara mart marta april aprila maj
    maja juni juna juli jula august augusta oktobar oktobra novembar novembra decembar decembra septembar septembra procenata
    posto bosna bosne bosni bosnu bosanski bosanska hercegovine hercegovina hercegovini sarajevo sarajeva sarajevu bih tačka
    općenito fudbal fudbala također općina općine općini saradnja saradnje saradnju porodica porodice porodici tokom fabrika
    univerzitet univerziteta nauka nauke nauci vijek vijeka takmičenje takmičenja učestvovati učestvuje učestvovali sigurnost
    tuzla tuzle mostar mostaru zenica federacije federaciji rs republici sudije kantona kanton kantonu kompanija kompanije
    muzika muzike saopćeno saopćenju uposlenik finansije finansijski tačno jučer gdje vrijeme dvije prije poslije lijepo uvijek
    mjesto dešava desilo izvještaj ukoliko prilikom porodicu organizacija organizovan organizovane organizovanje ministar
    zvaničnik zvanično reprezentacije reprezentacija kahva historijski hiljadu prisustvovali prisustvovao sedmicu protekle avion
    voz štampa bosanskohercegovački entitet`,
  sr: `ko neko svako šta evropa evropi evropske evropski evropskog evropska sistem sistema sistemu uslov uslovi hiljada hiljade
    nedelja nedelje nedelju hleb istorija istorije januar januara februar februara mart marta april aprila maj maja jun juna jul
    jula avgust avgusta oktobar oktobra novembar novembra decembar decembra septembar septembra odsto srpski srpska srpske tačka
    fudbal fudbala takođe opština opštine opštini saradnja saradnje saradnju porodica porodice porodici tokom fabrika
    univerzitet univerziteta nauka nauke vek veka takmičenje takmičenja učestvovati učestvuje bezbednost bezbednosti gde vreme
    vremena dve pre posle lepo uvek mesto mesta dešava desilo izveštaj ukoliko prilikom juče predsednik predsednika deo dela
    deca dece reč reči svet sveta sveu čovek primer potrebno medjutim ovde onde rekao celu ceo cela vest vesti voleo hteo video
    želeo živeo niko uspeh organizovan kompanija kompanije muzika finansije zvanično ministar novosti да је и у на су се што од
    за ће га их који која које овај ова ово нема треба би бити као или сте није он она они како то по али тако ви ми му све сви
    био била било ако већ само када кад ови мене тебе ти нас вас до где много при под после без себе сада овде тамо такође ко
    данас сутра јуче људи време године дан мој твој ваш наш свој ништа нико други више добро зашто између два три један једна
    сваки сам си смо са не може могу испод изнад вам њу њега поље садржи тај та те цео цела друге нове нова због зато нисам нису`,
  mk: `е и во на се со ќе ги го ја им кој која кои овој оваа ова од не што при или како нема треба има бидат биде до дека беше
    биле нив него неа оваа овие тие тој таа тоа само уште многу каде кога ако бил била бев веќе две сите кон меѓу пред поради
    секој години година македонија македонски македонската скопје по но за така вие ние му да би може мене ми тебе ти нас вас
    под после без себе си сега тука таму исто потоа денес утре вчера човек луѓе време ден мој твој ваш наш свој ништо никој друг
    повеќе добро зошто бидејќи пат два три еден една сум сме сте дали молам`,
  bg: `е и във на се със ще ги го я им кой която който които този тази това от не какво при или как няма трябва има бъдат бъде
    до че беше били тях него нея тези те той тя то само още много къде кога ако бил била вече две всички към между пред заради
    всеки години година българия български с в по но за така вие ние му ѝ да би всичко бяха може мен ми теб ти нас вас под след
    без себе си сега тук там също после днес утре вчера човек хора време ден мой твой ваш наш свой нищо никой друг повече добре
    защо защото докато път два три един една съм сме сте са бе`,
  eo: `kaj estas estis estos ĝi ŝi tio kiu kiuj oni pri sed aŭ ankaŭ ĉu plej tre nur jam kiel kiam iu unu ke pli tiel tiuj tiun
    kiun kie kial ĉiuj ĉi antaŭ sub inter kontraŭ laŭ malgraŭ povas devas havas volas faris diris fari havi esti estu estus
    kvankam multaj multe homoj tempo nova novaj lia ŝia ilia mia via nia ajn tuj eble tie tia kia kun valida dosiero valoro`,
  la: `ut quae quod sed ex esse etiam hoc atque ac aut nec eius ejus enim autem erat ipse suum quam anno fuit nunc vel sibi
    quidem tamen sicut nam igitur neque haec ita quibus quem cuius cui inter apud post propter sine urbs urbis regis regem
    populus annis anni deum homines hominum omnes omnia omnium omnibus tempore rerum res fuerunt erant esset potest possunt
    habet habent dixit dicit ubi unde quia quoniam ergo ideo itaque magis tantum ipsum eorum ei eum eam eos suis suo sua suam
    nomen nomine saeculo mortuus primus secundus nihil qua quas quos illa ille illi hanc iam etsi inde postea deinde saepe
    semper numquam ubique simul vero multum multi multa maxime alter aliud aliter alii fecit misit cepit coepit cum qui sunt hic
    omnis quoque quid quis tum mihi tibi nobis vobis debet homo hominis rei terra aqua ius iuris bellum puer magnus`,
  cy: `mae yn wedi gan bod sydd oedd ond neu nid ddim hefyd gyda iawn roedd dros mewn rhwng trwy drwy wrth felly pob gwaith
    blwyddyn cymru gymru gymraeg cymraeg yw ydy ydych eu eich ein fy dy am heb hyd oes rhai llawer un y yr i o a ac ar fod fel
    hyn hwn hon cael gael gwneud wneud byddai bydd nhw hi chi pan pwy beth ble sut dim dyma dyna yna yma hynny ei at dan ôl lle
    ni ti dw rwy dych rydym rydyn maen oeddwn byd plant dydd byw mawr fawr newydd gwybodaeth cyn er mwyn nag rhowch mae'r nad
    wag dilys ffeil ffeiliau enw cyfrinair gwall methu rhif lliw lefel agor cadw dewis allan tua bron efallai heddiw yfory ddoe
    dyn dynes merch bachgen plentyn tŷ ty bob rhaid dylai gallu gallwch hawl rhyddid ysgol diolch`,
  ga: `agus an na ar ag is bhí tá sé sí go níl ní raibh bhfuil sin seo siad nó ach atá den don chun mar gach duine daoine faoi
    leis léi aici aige acu againn agat agam mé tú muid sibh cad conas fós freisin chomh idir ó ina lena gur nach áit bliain lá
    éireann gaeilge cuid eile féin aon tar éis roimh trí dul déanamh ré dhá le i do a de as sna san chuaigh dúirt rinne bheith
    beidh bhíodh leat orm ort air uirthi orthu dó dóibh liom linn leo é iad ba chéad mór beag níor comhad comhaid ainm pasfhocal
    bailí neamhbhailí roghnaithe theip earráid féidir cén cé anois inniu amárach inné fear bean buachaill cailín páiste obair
    teach ceart saoirse scoil líon uimh maith`,
  sw: `katika kwa na ya wa ni za la cha kuwa hii hiyo huo huyo hao hivyo kama lakini pia au baada kabla watu mtu mwaka nchi
    serikali rais hata sana zaidi yake yao wake wao kwamba ambayo ambaye ambao ambazo tu bila kila siku wakati hapa huku wengine
    moja mbili alisema amesema kutoka kwenye hakuna wetu yetu ili mimi wewe yeye sisi nini nani ndiyo hapana mwa vya hizo hizi
    hilo hili lake langu mungu tanzania kenya mji watoto habari kazi kuhusu zake wenye kuna kufanya alikuwa ilikuwa anaweza
    nyingi wengi huu hiki hauna yako lako wangu wako tafadhali ingiza halali batili jina nenosiri faili uga umesahau mtumiaji
    tarehe orodha nina una ana tuna wana sina huna leo kesho jana mwanaume mwanamke mtoto nyumba shule haki uhuru kitu vitu
    lazima labda sasa tena pamoja mbele nyuma juu chini ndani nje`,
  so: `oo ka ku waa iyo in uu ay ah si la ee aan kale waxaa waxa wuxuu waxay ayaa ayay ayuu u ugu soo loo lagu laga leh isaga
    ama laakiin sida sidoo markii marka dalka soomaaliya dadka dad badan kuwa kaas taas tani kan inuu inay inaan kala jiray jira
    jirta ahaa ahayd tahay yahay yihiin mid hal iyada iyaga ilaa dib kadib inta halka gudaha xukuumadda madaxweynaha magaalada
    waxaan waxuu uga kuma ma kasta walba wax wada is sheegay dowladda dawladda soomaali qof badan inoo iska yaa maxaa`,
  sn: `kuti uye kana kuna kubva pane vanhu munhu iye ndi ndiye ndiwo ari aiva vari yake wake zvake zvino asi nekuti nokuti inoti
    achiti akati vakati izvi izvo uyo iyi kwete zvakare chete mumwe vamwe zvose zvese vose zimbabwe nyika mwari baba amai mukuru
    gore zuva pamusoro mukati kunze kwazvo pasi ndinoti vanoti tinoti zvinhu anoti ini isu imi ivo mu ku ne na pa va ye cha ya
    wa kwa mune vana mwana nhasi makore here sei chii kare vakomana musi kubudikidza vanga anga yavo wavo wangu yangu rinonzi
    ino iri`,
  zu: `ukuthi futhi noma uma ngoba kodwa kanye wathi abantu lapho kakhulu yini njengoba khona ukuze lokhu lokho yakhe wakhe
    bonke konke zonke manje njalo ngakho kusho ngokusho kuthi esithi iminyaka usuku izingane umuntu izinto uthe bathi sengathi
    nokuthi ngesikhathi ngaphandle phezu phakathi isikhathi amanzi inkosi umsebenzi izwe unkulunkulu lesi leli lo lolu lezi lawa
    lowo leyo laba labo lapha kuleli kule ngi yena thina nina mina wena okwamanje kepha nje le kuyo kungani kwezwe kwakhe ezinye
    abanye omunye enye ngemuva emuva kuphela nge eningizimu afrika yize lakhe emva kumele kufanele amaphoyisa uhulumeni unyaka
    iqembu umdlali uhlelo imali idolobha umphakathi abadlali kuze kwaba uthi yizo sekuyisikhathi ngonyaka`,
  xh: `ukuba kwaye okanye xa kuba kunye ngoko ngoku nje kodwa into izinto ixesha ilizwe uthixo abantu wam yam kwakhona kakhulu
    le apha phaya loo esi eli ezi olu aba abo njengoko ngenxa nokuba ukuze phambi emva malunga oko oku sele kufuneka yintoni
    ngubani wakhe bakhe umntu umntwana abantwana iintsuku iminyaka ifayile hayi ewe yena mna wena thina nina kananjalo mhlawumbi
    kwenzeka ukususela yakhe zakhe bonke konke zonke futhi uyesu uyehova wathi yaye zaza waza baza ngexesha ngokuba emzantsi
    afrika rhoqo leyo nto ngaphandle phakathi phezu kule kuyo nayo kwelizwe lowo ngaphezulu kwaza omnye abanye ezinye enye
    nangona kaloku lonke iinkonzo ilungu lomntu eyona oyena ngelixa uvimba igama isithuba isixhobo umfanekiso ubume kwifayili
    ngokwe ayikwazi inani ukusuka njani ngaba elo kwi isebe urhulumente unyaka umzi isixeko iqela umdlali inkqubo imali mntu
    umsebenzi apho xesha lwe lwabo uluhlu umbala kombala amaqhosha iqhosha ifayili yefayili imifanekiso lwamagama lokuqala
    ubukhulu ubungakanani uxwebhu kuphela lelo esihlokweni`,
  st: `ho hore ke ka le ya ba tsa wa mme empa haeba hobane joalo jwalo hape batho motho bao tse tseo sena ena o ne bona yena
    rona lona haholo feela nako lefatse lefatshe ntho dintho lintho jwang joang kapa ntle pele morao hae modimo molimo ntse etsa
    bile neng jwale joale hao eo seo tsena kgotsa hona kang hodimo hara ngwana bana jesu hle sa se mo ha oa ea tsohle bohle
    kaofela lekgetlo dilemo lilemo selemo leha empa ditaba mosebetsi basebetsi moo afrika borwa thuto re a di li tla e la nna
    wena hase haese kajeno hosane maobane mosadi monna ntlo sekolo tokelo tokoloho mong`,
  tn: `go gore fa mo gonne kgotsa thata gagwe gago jaanong jalo jaaka fela batho motho bone ene rona lo sengwe dilo selo nako
    ngwaga lefatshe dira dirisa ngwana bana gape gona gotlhe botlhe tlhelo mongwe bangwe yo tse seo ba ne setswana botswana
    modimo morago pele teng mme nna wena se ga sa ke le ya ka wa tsa re a di tla kwa tsotlhe otlhe jwa rotlhe yone tsone ditiro
    tiro thuto dingwaga mosadi monna bogolo yotlhe kana eo nang tota mabapi o e la lona gongwe gompieno kamoso maabane ntlo
    sekolo tshwanelo kgololosego tshwanetse`,
  ts: `ku leswaku na hi xi swi ka va wa ya leswi loko naswona kumbe hikuva kambe ngopfu vanhu munhu xikwembu hinkwavo hinkwaswo
    swa swilo leyi lowu lava leti eka endzeni ehansi ehandle exikarhi nkarhi lembe malembe tiko misava ntirho laha sweswi tani
    yena vona hina mina wena swinene ntsena byi ri u a ti tanihi leri lexi wu yi la nga hinkwawo kutani hambi kona vana nwana
    n'wana n'wina endlaka tirhisa hosi yesu vutomi ndlela swin'wana van'wana wun'wana xin'wana riendzo le ndzi mi xilo namuntlha
    mundzuku tolo wansati wanuna yindlu xikolo mfanelo ntshunxeko un'wana fanele`,
  lg: `nti ne mu ku era naye oba kubanga bwe nga okuva okutuuka abantu omuntu ebintu ekintu nnyo kati buli bonna byonna yonna
    lwa gye kye bye ze eri ate wano omwaka emyaka uganda buganda kabaka katonda gavumenti abaana omwana abalala omulala ennyo
    ddala okukola okubeera waliwo tewali wa ba ya bya gwa ye nze ggwe ffe mmwe bo kino ekyo abo ono oyo ebyo lye nnyini ng'omu
    okusinga wansi waggulu munda olw'okuba n'okutegeera mukama yesu ensi emmere amazzi ssente omukazi omusajja abakazi abasajja`,
  mn: `байна байсан байгаа энэ нь юм бол болон гэж гэсэн хэрэв уу тул дээр хийх аль алдаа олдсонгүй бөгөөд мөн тэр хүн монгол
    улсын болсон гэдэг ба ч өөр дахь дэх их бага хийсэн би та бид тэд нэг хоёр гурван он онд ёстой болно хэрэгтэй тийм үгүй байв
    файл зэрэг талаар байх биш надад чи чамд яаж юу хаана хэзээ яагаад маш сайн гэх ийм тэгээд одоо өнөөдөр маргааш өчигдөр өдөр
    жил цаг ажил гэр миний таны түүний манай хүмүүс хүний эрх аливаа эсвэл бүх бүр ямар`,
  kk: `және бұл үшін бар деп мен ол бір емес деген болып туралы болды қазақстан жылы оның кейін арқылы немесе осы сол екі барлық
    керек болған еді ғана жаңа файл болуы мүмкін жоқ сізде өзгерту енгізіңіз дұрыс`,
  mr: `आहे आणि नाही हे होते या आहेत करा तर हा ही ते त्या त्यांनी त्याचा त्याच्या येथे मध्ये असे केले होता होती करून साठी काही
    मात्र आता म्हणून झाली झाले झाला किंवा तसेच टाका द्या योग्य कृपया खालील नाव वरील एक काढून नये पाहिजे कोणत्याही प्रत्येक आपण
    आपल्या मी तू तो ती आम्ही तुम्ही त्याने तिला मला तुला त्याला कोण काय कुठे कसे का कधी इथे तिथे आज उद्या काल खूप फक्त पण जर तरी
    नंतर आधी सर्व सगळे दोन तीन लोक वेळ दिवस वर्ष घर काम असतो असते असतात नव्हते नसते शकतो शकते शकतात हवे बरोबर दिले केला केली
    गेला गेले आला आले`,
  hi: `है हैं और के की का में को से नहीं यह वह इस पर ने कि भी था थी थे हो कर लिए एक तो जो गया किया करें भरें दर्ज कृपया नीचे वैध
    अवैध या नाम मैं तुम आप हम वे ये उस उन इन उसे उन्हें मुझे तुम्हें आपको हमें मेरा मेरी मेरे आपका आपकी आपके कौन क्या कहाँ कैसे
    क्यों कब यहाँ वहाँ आज कल बहुत केवल सिर्फ लेकिन अगर यदि बाद पहले सब सभी दो तीन लोग समय दिन साल घर काम होता होती होते होना
    सकता सकते सकती चाहिए कोई किसी प्रत्येक अपने अपनी अपना जिस जिसे तथा द्वारा साथ तक रहा रही रहे गए गई करना करने करता करते दिया
    लिया हुआ हुई हुए अधिकार व्यक्ति`,
  ru: `и в не на что он она они как это по но из у за от так же вы мы его её ее их для бы то все всё был была было были быть
    если уже или только когда чтобы этот эта эти может нет есть меня мне тебя тебе нас вас ему ей ли до где очень со во о об при
    под после без себя сейчас здесь там тоже потом кто чем который которая которое которые которых нужно надо можно нельзя
    теперь сегодня завтра вчера человек люди время год году лет день мой моя твой ваш наш свой ничего никто другой больше хорошо
    почему потому пока через между раз два три один одна любой каждый ни одно указано указан указана задан изменено имеет нового
    новая новый`,
  uk: `і в не на що він вона вони як це по але з у за від так ви ми його її їх для б би то все всі був була було були бути якщо
    вже або чи тільки коли щоб цей ця ці може немає є мене мені тебе тобі нас вас йому їй до де дуже зі про при під після без
    себе зараз тут там теж також потім хто чим який яка яке які яких потрібно треба можна тепер сьогодні завтра вчора людина
    люди час рік року років день мій твій ваш наш свій нічого ніхто інший більше добре чому тому поки через між раз два три один
    одна кожен має цього`,
  be: `і ў не на што ён яна яны як гэта па але з у за ад так вы мы яго яе іх для б бы ўсё усё быў была было былі быць калі ўжо
    ці або толькі каб гэты гэтая гэтыя можа няма ёсць мяне мне цябе табе нас вас яму ёй да дзе вельмі пра пры пад пасля без сябе
    зараз тут там таксама потым хто чым які якая якое якія якіх трэба можна цяпер сёння заўтра ўчора чалавек людзі час год гадоў
    дзень мой твой ваш наш свой нічога ніхто іншы больш добра чаму таму паміж раз два тры адзін адна кожны мае`,
  cs: `a se v na je že s z do i o k ve pro za by ale jsem si tak jak to po jako od už co nebo jen když jsou který která které
    kteří ještě může být byl byla bylo byli má mají není tento tato toto tyto při mezi však také jeho její jejich svůj nám vám
    mě tě jsme jste bude budou kde proč protože aby ani více velmi dnes zítra včera lidé člověk rok roku roce let den dny nic
    někdo něco kdo jiný dobře teď tady tam jej nelze mít jsi byt`,
  sk: `a sa v na je že s z do aj i o k vo pre za by ale som si tak ako to po od už čo alebo len keď sú ktorý ktorá ktoré ktorí
    ešte môže byť bol bola bolo boli má majú nie tento táto toto tieto pri medzi však tiež jeho jej ich svoj nám vám ma ťa sme
    ste bude budú kde prečo pretože aby ani viac veľmi dnes zajtra včera ľudia človek rok roku rokov deň dni nič niekto niečo
    kto iný dobre teraz tu tam nemožno mať prosím ďakujeme`,
  sv: `och att det i en jag är som på inte för av med han de den till om ett men var sig så från vi du kan nu har hade man ni
    oss här alla vad skulle mycket bara när upp eller ut någon något några hon honom henne efter under mellan utan också mer än
    vid blir blev finns där hur varför vilken vilket år dag tid gå kommer måste vill ska dina din ditt mitt min ingen inga igen
    idag varje andra sedan annan annat rätt fått får ange fel kunde vara göra gör någonting aldrig kanske därför`,
  ca: `el la els les i de que en un una per amb no és es del al als dels com més però si o ha han són està aquest aquesta
    aquests aquestes això hi ho ens us li ja quan on tot tota tots totes molt només també perquè què sense fins entre sobre
    després abans ser estar fer tenir pot poden vol vull jo tu ell ella nosaltres vosaltres ells seva seu seus seves meu meva
    any anys dia avui demà ahir gent cosa altre altra bé mai res cap ningú valor vàlid vàlida introduïu entreu nom fitxer
    fitxers ni dos dues`,
  es: `el la los las y de que en un una por con no es se del al como más pero si o ha han son está este esta estos estas esto lo
    nos os le ya cuando donde todo toda todos todas muy solo también porque qué sin hasta entre sobre después antes ser estar
    hacer tener puede pueden quiere quiero yo tú él ella nosotros ellos su sus mi año años día hoy mañana ayer gente cosa otro
    otra bien nunca nada nadie valor nombre debe para fue eran ni dos`,
};
