/**
 * Words of English documents by level: one document in 2 ** level contains a word with the stem. Written by
 * `node bench/train/background-words.ts`; NOTICE names the sources.
 */
export const BACKGROUND_WORDS: Readonly<Record<number, string>> = {
  1: `not one use`,
  2: `area call comput edu enlarg first home includ inform it known may name new no page part peopl scienc see so
    state system time two univers when will work world year`,
  3: `although appear applic around back base becam becom centuri chang citi class common consid control countri
    cours creat cs current day depart design develop differ direct doe due dure earli end engin english even
    exampl famili few find follow form found general go good govern great group help high histori howev human
    import interest intern just kingdom know languag larg last later life line list live locat long look made main
    major make mean member modern move nation natur near need north note number offic often old order origin own
    period person place point possibl power present problem process program project provid public recent refer
    relat research result right run say second set sever show small south start student studi support term though
    three unit until war wide word`,
  4: `abl abov accept access accord across act activ actual ad addit address advanc again against age algorithm
    allow almost along alway america american among analysi ancient anim anyon appli approach approxim april
    architectur arm art articl ask assign assist associ attempt august author avail basic began begin believ below
    best better black bodi book born british build built ca capit case caus center centr central certain children
    christian church civil claim classif clear click close code collect colleg com combin come communic compani
    complet complex concept concern condit confer connect consist construct contact contain continu cover cultur
    data date david de death decemb defin degre densiti depend deriv describ descript detail die discuss distinct
    distribut document done down east econom educ effect either electron email empir england entir environ especi
    establish estim etc europ european event ever everi evid except exist experi extend fact fall famous far
    father fax featur field figur file final five forc format former four franc free french friend full function
    further game generat give given god graduat greek half hall hand hard have head held histor hour hous idea ii
    imag implement increas independ individu industri influenc initi institut intellig internet involv island issu
    itself januari john juli june keep king knowledg land largest late law lead learn least leav led left less
    level light limit link littl local low machin mail maintain man manag map march mark materi method middl
    million model modifi month mother network next non northern notabl novemb numer object occur octob off offer
    offici onc open oper organ other paper parallel particular pass per perform ph phone physic plan play pleas
    polit popul popular posit post practic presid previous probabl produc product professor properti publish put
    question rang rather reach read real realli reason receiv record red regard region remain report repres requir
    respons return river role roman rule school scientif sea seem seen select send separ septemb seri serv servic
    share she short side signific similar singl site size societi softwar someth sometim son sourc southern space
    speci special specif st standard status strong structur subject success suggest summer take taken teach
    technic techniqu technolog text thank theori thing think third thought throughout thus titl today togeth took
    tool top topic total toward town trade tradit tri true turn type typic understand updat upon us user usual
    various version view visit want washington water web week west western whi white william window within without
    write written wrote www yet young`,
  5: `abil abstract academ account achiev acm action adapt administr adopt africa african ago agre aid air al
    alreadi altern amount animalia annual answer anyth appar appoint argu argument armi arriv artifici asia aspect
    assum atlant attack attend attract austin australia automat averag avoid award away background bad bank basi
    battl bc behind belief belong beyond big bill billion binomi biolog bird birth bit block blue board border box
    branch break bring britain brother brought brown busi california canada cannot capabl caption captur card care
    career carri cathol census challeng charact characterist charg charl check chemic chief child china chines
    chordata classic cm co coast coat coloni color colour command comment commerci communiti compar compil compon
    compos concentr conduct configur conflict confus conserv consider constitut content context contribut convent
    convert coordin copi correct cost council count counti coupl court creation credit critic cross cse currenc
    cut damag databas daughter dead deal decad decid decis declar deep definit demonstr despit determin devic
    difficult digit director discov discoveri display distinguish district divid divis do domin dr draw drive drop
    dynam earlier earliest earth easili eastern edit effici effort eight elect electr element elev els emerg
    employ energi enjoy enough enter equal era essenti evalu eventu exact execut expand expect explain explor
    express extens extrem eye face faculti fail fair fast februari feder feel feet femal fight fine fire fish fit
    flag flow focus food foreign formal foundat fourth frequent front fulli fund fundament futur gain gave genus
    geographi georg german germani get global goal grade grant graphic greater green grew ground grow guid happen
    heat height henri higher highest hill hit hold homepag hope html http hundr identifi ieee iii immedi impact
    improv india indian indic info inhabit input inspir instead instruct instructor integr intend interact
    interfac interpret introduc introduct investig ipa jame job join journal key kill kind km la lab laboratori
    lack lake larger latin leader lectur legal length let letter librari lie like logic london longer lord lost
    lot love lower ma male mari market marri mass master mathemat matter measur mechan media meet memori men
    mention messag met mi michael mid mile militari mind mine minist minor minut money moral most mountain
    movement multi multipl music nativ necessari net news night none normal noth notic observ obtain occupi ocean
    older opinion orient otherwis outsid pacif paint parent park parti particip past pattern paul pay peac perhap
    perman peter phase philosophi phylum pictur plant player polici poor port postscript potenti pre predict
    prefer prepar presenc press pressur prevent price primari primarili prime principl print prior privat proceed
    profession programm progress proper propos protect prove provinc purpos qualiti queen quick quit rais rank
    rapid rare rate recogn reduc reflect regular relationship releas religi religion rememb remov repeat replac
    represent republ resid resist resourc respect rest review rich richard rise road robert rock room root rough
    round rout royal sale san save saw scale schedul scholar scientist search season seat section secur self sell
    sens sent serious server settl settlement seven shape shell ship shown sign simpl simpli simul situat six
    slight smaller social solid solut solv someon soon sort sound spanish speak speed spent sport spread spring sq
    squar stabl stage stand star station statist stay step stop store stori street stuff style subsequ sun suppli
    suppos sure surfac surround surviv symbol tabl talk task taught team tell temperatur ten tend territori test
    texa themselv therefor thoma thousand trace train transform translat transport travel tree uk undergradu union
    uniqu unlik upper usa utc valley valu vari varieti via video villag virtual visual volum watch way websit
    weight welcom went whether whole whom whose wife win winter won wonder workshop wrong yes york zone`,
  6: `abandon absolut ac academi accomplish accur acid acknowledg acquir adam add admit adult advantag advic advisor
    affair affect agenc agent agreement agricultur ai aim alexand alli alon analog analyz andrew angel ann announc
    anthem anti anyway apart appreci appropri approv arab archaeolog archiv arrang artist asian assembl assert
    atheist atmospher atom attent attribut australian autom ave awar balanc ball band bar basebal bay beach bear
    beauti behavior behaviour bell benefit berkeley bibl bike biographi bob boil bone boston bottom bound boundari
    boy breed brian bridg brief bright broad broken buri burn buy calcul cambridg campaign campus candid capac
    capita captain car carbon cas cast cat categori cc celebr cell ceremoni chair chamber chanc channel chapter
    character chemistri childhood chip choic choos chosen christ circuit cite citizen classifi clean climat club
    coastal coin cold collabor columbia combat commiss commit committe comparison compet competit composit
    compound compress compris conclud conclus confirm congress conquer conquest consequ constant constitu
    constraint consult consum contemporari contin continent contract contrast controversi convers cook cool cooper
    core corner corpor correspond counter crown crystal cultiv custom cycl daili danger daniel dark dave davi
    debat dec declin dedic defeat defend defens delet demand democrat deni dens depict deposit depress dept depth
    descend desert desir destroy destruct detect devot dictionari diego difficulti directori disciplin diseas disk
    disput distanc divers divin doctor doctrin dod dog dollar domain domest dos doubl doubt draft dramat drawn dri
    drink driven driver dst duke dutch dynasti earn easi eat economi ed edg editor edward egg egypt egyptian
    elizabeth emperor emphasi enabl encompass encount encourag engag enhanc ensur entertain entri environment
    equat equip equival eric error escap et ethic ethnic etymolog everyon everyth evolut evolv exam examin excel
    exchang exclud exclus exercis exhibit expans expens experienc experiment expert explan explicit exploit expos
    extent extern extinct extra extract facil factor failur faith familiar fan faq farm fault favorit favour fear
    feed fell fellow felt fertil fiction fifth fill film financi finger finish fix flame flat fli flight flood
    floor florida flower folk foot forest forward fossil fought founder frame framework frank freedom fresh fri
    friday fruit ft ftp fun garden gas gather gdp genet genr geograph geolog georgia giant glass goe gold golden
    gone governor gradual grand graph gray greatest greec grey grown growth guarante guess gulf guy habitat handl
    happi hardwar haven hdi health hear heard heart heaven heavi heavili hell henc hi historian hole holi homework
    honor honour host hot huge hunt ibm ice ideal ident ignor illustr imperi impli impress inc inch incorpor inde
    index influenti infrastructur innov insect insid instal instanc instrument intellectu intens intent invad
    invas invent invit ireland irish iron islam iso isol itali italian item iv jack jan japan japanes java jesus
    jew jewish jim joint joseph judg justic kept kg kilometr knew laid latest latter launch lay layer leadership
    leagu lee leg legend legisl liber linear linguist linnaeus liquid listen liter literatur load lock log longest
    los lose loss loui lowest mac magazin magnet manipul manner manual manufactur marin marriag martin
    massachusett massiv match maximum mayb mayor meant medic medicin mediev mediterranean medium melt mere metal
    meter metr metropolitan mexico michigan microsoft migrat mike miner minim miscellan miss mit mix mobil mode
    moder modul mol moment monarch monarchi monday monitor motion motiv motto mount mouth movi mr ms multimedia
    murder museum muslim myself mytholog na narrow navi navig nearbi necessarili negat negoti neither nest
    netherland newli newsgroup nice nicknam nine nomin nor northeast northwest nov novel nuclear ny obvious occas
    occasion occup oct oh oil ok oldest onlin onto opportun oppos opposit optim option os output overal overview
    owner oxford oxid pa packag paid pair palac pari parliament partial particl passag path pc peak peninsula
    percentag perfect permit persian perspect phd philosoph photo photograph phrase pick piec pioneer pitch plain
    plate platform plus pm pointer polic portion portrait portugues possess postal pound pp ppp preced precis
    predomin preserv pretti princ princip prize pro procedur processor prof promin promis promot pronounc proof
    protest protocol prototyp psycholog purchas pure pursu push quantiti quarter quot race radio radius random
    ratio ray reaction realiti realiz recognis recognit recommend reconstruct reform refus regist regul reign
    reject relev reli reliabl remark remot repli request resembl reserv resolut respond restor restrict resum
    retain revers revis revolut ride ring risk robot roger rome rose ruler russia russian safe safeti saint salt
    sampl santa satellit scene scheme score scotland scottish screen script seal seattl secondari secret secretari
    seed seek semant semi seminar senior sequenc session sex sexual sharp sheet shift shop shore sieg signal
    silver sin sir sister sit sixth skill slave slow slowli smith soft soil sold soldier sole somewhat song sorri
    sought southeast southwest sovereign soviet spain span speaker specifi specul speech spell spend spirit split
    spoken sponsor spot staff statement steve stock stone storag storm strategi stream strength stretch strict
    strike struggl submit substanti succeed successor suffer suffici suit summari superior surpris survey sustain
    switch syllabus symposium synthesi ta tail tall target tax taylor teacher tech telephon televis temper templ
    textbook th theme theoret thesi thick thin thread threat threaten throw thursday tie tip tld told toler tour
    tower track traffic transact transfer transit treat treati treatment tribe tropic troubl trust truth tuesday
    tv twenti twice tx ultim unabl under unfortun unix unknown unless unusu urban usag utexa util valid van vapor
    variabl variat vast veget vers vice victori visibl vision visitor voic vol vote vs wa wait wale walk wall warm
    warn wast wave weak weapon weather wed wednesday weigh whatev wherea widespread wild wind wing wish wit woman
    women wood worldwid worth writer yellow younger yourself youth zealand`,
  7: `aaai abbey abbrevi abolish abort abraham absenc absorb abund abus acceler accompani accumul accuraci accus
    acquisit acr actor addison adher adjac adjust administ admir admiss adventur advertis advis advoc affili
    afford afterward ahead aircraft airport alan albert alberta alcohol algebra alien alleg allen allianc alloc
    alloy alongsid alpha alphabet alt alter altitud alumni amateur amaz amend amherst amongst analys ancestor
    anderson angl anglo annex anonym anthoni antiqu antonio anybodi anywher appeal appl apr arbitrari arc
    architect arctic argentina aris arithmet arizona array arrest arthur asid assumpt astronom atheism athen
    athlet atlanta attach attain attitud au audienc audio aug australasia austria autonom autumn avenu axi ba babi
    bachelor ban bare barri basin bat batteri bce be beam beat bed begun belgium ben beneath benjamin berlin besid
    beta biblic bibliographi biggest binari bind bishop bless blood blow boat bomb bond boom bore borrow bought
    brain brand brave brazil briefli broadcast broader broke bronz brook brows browser bruce btw bu buddhist
    budget buffalo bug bulk bulletin bunch burial bus bush button byte byzantin cabinet cabl cach cad calc
    calculus calendar camera camp canadian canal canon cap cape captiv caribbean carl carnegi carolina castl
    casualti catalog catch cathedr caught cave cd ce ceas celtic ch chain chairman champion championship chapel
    charter cheap cheer chen chicago chile chose chris christoph chronicl circa circl circul circumst cis civilian
    clark clh client cliff climb clinton clock closer closest cloth cluster cmu coal coastlin cognit collaps colon
    colorado column comedi comfort comic commerc commonwealth communist comp compat complic comprehens conceiv
    conceptu concret concurr confeder confid confin conscious consensus contest contradict contrari conveni
    convict convinc copper copyright cornel coron corp corrupt cousin coval crash creativ creator creatur crew
    crime crimin crisi crop crucial cubic cult cup curriculum curv da dan danc dc dean debug decay decor decreas
    deem deepli default defenc del delay deliv delta demo democraci denmark denni denomin denot department der des
    descent destin devast di diagram dialect diamet diamond dictat diet differenti dimens dimension dinosaur
    disabl disagre disappear disast discharg disclaim discret displac dissert dissip dissolv distant dm dna door
    dougla download dozen dp drain drama dream drug du dual duti eagl ear earl earthquak easier eaten ecolog eec
    eighth el elabor elder eldest electroneg elementari eleven elimin elsewher embed emot emphas employe empti en
    encod endang endur enemi enforc enlighten enorm enrol enterpris entiti entitl entranc epic episod erect erupt
    essay est estat etern eu evil evolutionari ex excav exceed excess excit exhaust exil exit expedit explos
    export fabric facilit facto factori fals fame farmer fashion faster fatal favor feather feb fed feedback
    festiv fewer fifteen fifti filter financ finit firm flash fled flexibl float flourish fluid font footbal
    forget formul formula forsal fort forth fortun forum foster fox fragment franci francisco franklin frequenc
    frontier fuel fulfil fur furthermor fusion ga galleri gap gari gate gay genera generic geometr geometri gift
    girl glacier gmt gospel gov gpa grace grad grain grammar grandfath grass graviti greg grid guard guest guinea
    gun habit hair han handbook handout hang harbour harri harvard harvest hate hawaii hazard headquart hebrew
    hello hemispher heritag hero herself heterogen hey hide hierarch hierarchi highlight highway hint hire holiday
    homer homosexu hong hook horn hors hospit household houston hp hungari hunter hurrican husband hybrid hydrogen
    hypertext hypothesi ic icon id identif ideolog il ill illeg illinoi imagin immigr implic impos imposs incid
    incom incomplet incorrect indi indiana indigen indirect indo induct infer inherit injuri inland inner insert
    insight insist insur int intel inter interfer interior intermedi intersect interview inventor invest ioniz ir
    iran iraq isbn isl isotop israel iter jacob jay jean jeff jersey joe johann johnson joke jon jonathan jone
    jose journey jr juan judgement jump jurisdict justifi keith ken kent kernel kevin keyboard kid kilomet kj
    knight kong korea label labor labour ladi landscap lane larri laser latitud lawrenc lawyer layout lb lc le
    leaf legitim lesser lesson lewi liberti licens lifestyl lifetim lift lighter lincoln lineag linux lion lisp
    literari logo loop loos luck machineri macintosh magic magnoliophyta magnoliopsida mainland mainten mammal
    mammalia manifest manuscript mar margaret margin maria marshal maryland mate math mathematician matrix matthew
    matur max maxim mb meat membership mental merchant merg methodolog metro mev midterm mild mill millennium min
    minimum ministri minnesota mirror misc mission mistak mistaken mixtur mm modif modulus moh molecul molecular
    mon monk montreal monument moon moor moreov morgan morn morri motor motorcycl mous mpa mph multiprocessor
    municip mutual mw mysteri myth narrat nasa naval nazi nearest neck neglig neighbor neighbour netscap neural
    neutral neutron nevertheless newspap newton nineteenth ninth nj nobel nobl node norman northeastern
    northwestern norway notion nsf nt nut odd offens ohio oliv olymp ongo ontario onward oppon optic orang orbit
    ordinari oregon org organis orlean orthodox outer outlin outstand overlap oversea owe oxygen pack packet pagan
    pain painter pakistan panel paradigm paramet parliamentari partit partner pascal passeng passion patch patent
    penalti pennsylvania perceiv percent percept permiss persist personnel petroleum phenomena phil philadelphia
    philip philippin phoenix physicist pin pink pipe pirat pittsburgh plane planet planta plastic plenti plot
    plural png po poem poet poetri poison poisson poland polar pole polish politician pool pop pope portabl
    portray portug pose poster prais pray prayer precipit predat predecessor prehistor preliminari premier
    prerequisit presidenti presum prey priest primit printer prioriti prison proc proclaim profess profil profit
    prohibit prompt pronunci propag prophet proport prosper protector protein proto provis ps pull pump punish
    qualifi quantum queri quiz radiat radic radioact raid rail railroad railway rain ram ran ration raw react
    reactiv reader readi readili realist realm rear rebel rebellion recal recov recoveri recreat recurs reduct
    refin regardless registri relief renaiss renam render renew renown repair reproduct republican reput rescu
    resolv resort retir retreat retriev reveal revel revenu reviv revolt revolutionari rice ridg ritual rival rob
    rochest rocki rod roll rom ron rotat row ruin rural rush rutger sacr sail samuel sand sanskrit satisfi saxon
    sc scalabl scholarship sci scope scott scratch scriptur sector secular segment semest senat sensit sensor
    sentenc sep sept sequenti serial settler setup seventh shade shall shallow shear shield shock shoot shorten
    shorter shot shoulder sick sight signatur silli silveri simon simplifi simultan sing sketch skin skull sky
    slide slope smallest smoke smooth snow socialist solar somebodi somehow somewher sophist sos soul southeastern
    southwestern spars spatial specimen spectrum spice spin spiritu spoke spous springer sri stabil stack stanford
    static statu steam steel stem stephen steven stick stood straight strait strateg strengthen stress string
    strip stronger struck studio sub subdivis subfamili submiss subord subspeci substanc substitut suburb sudden
    sugar suitabl sum sunday super supercomput supervis suprem surrend suspect sweden swedish sweet swim
    switzerland syn synchron synonym synthes synthet systemat tactic taiwan tale talent tank tape tast taxonomi
    teeth tel tempor tension tenth termin terminolog testament theatr theolog theorem thereaft thermal thirteen
    thirti thorough throne ticket tiger tight tim tini tire tom tomb ton tone toni toolkit toronto touch tourist
    tr trader trail tran transmiss transpar trap trend trial triniti trip troop truli tube tue tune turkey tutor
    tutori twelv twin uc ucsd umass un uncertain uncl undergo underground understood unifi uniform uniti univ
    upgrad url usabl usenet ut utah uw valuabl variant vehicl verif verifi vertic vessel vi victim victor victoria
    violat violenc violent virgin virginia vita vlsi volcan volcano volunt von voyag vulner walter warfar watt
    weaken wealth wealthi wear webmast weekend wesley westminst westward wet wheel whilst wider width wilson
    winner wire wisconsin wisdom wooden worker workstat worri wors worship worst wound yield youngest zero`,
  8: `ab abroad absent accid acclaim accommod adequ adject admin advent advisori aerial aesthet afghanistan afraid
    aftermath afternoon agenda aggreg aggress ah airlin aka alarm alaska albeit album alex alexandria alfr algeria
    ali align alik aliv alma alp altogeth aluminium ama ambassador ambigu amp amplifi amsterdam amus analyst
    analyt anatomi ancestr ancestri andi anger anglican anna anniversari annoy antarctica antenna antill anymor ap
    apolog apostl app applet apprentic approx apt aquat ar arabia arabian arbor arch archaeologist archaic
    archbishop archipelago arena arguabl arid aristocrat aristotl aros arpa arrog arrow artifact artilleri artwork
    ascend ascii ash assassin assault assess assimil assur astronomi asynchron atlas atm att attest augment
    augustus austrian authent auto automata automobil autonomi avg aw axe backup backward bacteria bag bake baker
    baltic baltimor bandwidth baptism baptist baptiz barbara bark baron barrel barrier basketbal bath batter bbc
    bbs beak bean beast bee beer behalf behav beij belli belt bench benchmark bernard berri bet bi bias bicycl
    bigger biker billi bin bio biograph biologist birmingham birthday birthplac bitter blame blend blind boast
    bold bombard bookmark bookstor boolean boot borland borough bother bottl bow bowl brad brake breakdown breast
    breath bred brett brick brilliant brinel bristol brush bs bud buddhism buffer builder bulb bulgaria bull
    burden bureau bust butler cage calcium caliph caltech campbel cancel cancer cannon canterburi canyon
    capitalist cardin cargo carlo carnivor carol carrier cartoon carv cash catastroph categor catherin catholic
    cattl cavalri ccs cede cellular cemeteri cent ceram certainti certif cest cet cf champaign chancellor chao
    characteris chariti chart chase cheaper chemist chess chest chew chi chiefli chlorid christma chronolog chung
    cica cincinnati cinema circular cl clan clarifi clash classroom claus claw clay clayton cleveland clinic clip
    clone cloud clue clutch coach coalit cod coffe coher coincid colder colleagu collector collin collis colloqui
    colonel colonis colorless columbus combinatori commemor commenc commentari commod communion communism compact
    companion compel complain complement compromis compuserv concert condemn condens cone conf conform confront
    congest congo conjunct connot consecut consent consolid consort constantinopl constrain consumpt contamin
    contend convect converg convey cooler cope coral corn correl corros cotton counterpart countrysid coup
    courtesi coverag cps cpu crack craft craig crazi crest cretac cri criteria critiqu crowd cruis crush crust csc
    cub cuba cuisin culmin cultivar cum curious curri cyclon czech dale dalla dam damn danish darker darwin das
    dawn deadlin dealer dealt dear debt debut decent decim deck decod decomposit decre deduct deed deeper defect
    degrad deiti deleg delhi deliber deliveri demograph deploy deserv desk desktop detroit devil devis dial dialog
    dialogu dick dig digest dinosauria dioxid dip diplomat dirt disagr disastr disc discipl discount discours
    discrimin dish dismiss dispers disrupt distort disturb dive diverg divorc doc dome dominion donald donat dot
    doug downtown drag dragon dress drew drift drought drunk dub duck dump durat durham dust dwell eager eas
    easter eclips ecosystem eddi edibl edinburgh editori edmund edt ee eg eighteenth elector electromagnet eleph
    eleventh elit elong em emac emblem embrac emigr emin emiss emit emul enact enclos encrypt encyclopedia endem
    endors endow eng engrav enthusiast epoch equatori er ernest erod eros essenc estuari ethiopia eugen eurasia
    eurasian euro evacu evangel evapor eve everybodi everyday excus exot expel expertis explod expo exposur
    extraordinari faction fallen famin fanci fantasi farther fascin fastest fat fate favourit fbi fe feasibl feast
    fee felix fellowship fenc ferri feudal fi fibr fierc fin finland fisher flank flavor flavour flaw flee fleet
    flesh flew flock floppi florenc fm fold fool forbid forbidden ford forecast foremost forev forg forti fortifi
    fortran fortress fourteen fr fraction franchis fred frederick freeli freeman freez freshwat friedrich
    friendship frog frozen fuse gamma gang garbag garrison gase gatech gateway gb ge gear gender gene genesi
    geneva genius genocid gentl genuin geologist gerald gif gilbert glad globe glori glove gnu goddess gordon
    gothic government grab graham gram grandson grate grave greenland greet gregori grind gross grove gui guidelin
    guilti guitar ha hack halt ham hamilton harder harm harold harsh harvey hasn hat hatch hawk hay healthi heir
    helen hellenist helmet herb herbert herbivor herd heurist hexagon hidden highland hike hind hindu hitler
    hitter hm hobbi holder holland hollow hollywood honda honest horizont hostil hotel howard hpa hr hub hudson
    hugh humor hungarian hurt ian iberian ibn iceland idaho ide idiot idl ie illegitim illumin imdb imit immens
    immor implicit imprecis imprison incarn inclin inclus incred increment indonesia induc inevit infant infantri
    inferior infinit inflat infraord ingredi inher injur ink inning innoc inquiri inscript inspect instant insul
    integ intensifi interchang interconnect interrupt interv intervent intim intro introductori intuit invalid
    invari invers invertebr invok ion iowa ip iranian irregular irrelev irrig irvin isaac iucn ivan jackson jacqu
    jane jason jaw jeffrey jerri jerusalem jet joel jolla jordan joshua journalist joy judaism judgment judici
    julius jun junior jurass juvenil kansa karl kaufmann keen keeper kenneth kentucki kenya khan kick kilogram kit
    knock knot korean koresh kpa kr lamp landfal landlock landmark lanka las laugh leather legaci legendari
    legislatur len lengthi leo leon les levi li lieuten lightn likewis limb limeston lin liu livestock lizard loan
    login longitud loud louisiana lover loyal loyalti ltd lu lucki luke lutheran luxuri lyric mach mad madison
    magnesium magnitud mainstream maker malaysia manchest mandat manhattan mankind mantl marc marcus maritim marsh
    mask massacr mater matern matt mbar mcs md meaning meanwhil medal mediat meg melbourn mellon memor mentor menu
    merit mesopotamia meta metabol metaphor metaphys meteorolog metric mexican mg mhz micro microprocessor
    microscop migratori milk millennia miller mini mint miracl mislead missionari mississippi missouri mitchel ml
    mn mo modem modest modular molest monasteri mongol monster mormon morocco morpholog mortal mosaic moscow mose
    mosqu motif motorola mrs msu mt mud muhammad multicast munich murray musician mwf mystic nanci napoleon
    nationalist nato naturalist nc ne neat nee neighborhood nelson neolith nephew nervous newer newslett nichol
    nichola nick nickel niger nile nitrogen nl nm nobil nobodi nois nomad nonetheless noon norfolk norm nors
    norwegian nose notat notori noun nowaday np nuclei nucleus nurs nutrient nutrit nyu oak oblig obscur obsolet
    obstacl occurr offend offshor offspr okay om omit op opera oppress oracl oral ordin ore organiz orlando
    ornament ottawa otto ottoman ought ourselv out outbreak outcom outdoor outflow outlet outward over overcom
    overhead overlook overwhelm owen ownership pace packard pad pale paleontologist palm pan panama papal
    paperback par parish pars partnership pasadena passeriform pastor patient patrick patriot patron pave payment
    pdt pearl peasant pedro peer pen penetr perenni perl persecut persia persuad peru pet petersburg petit
    phenomenon philli phonet photographi physician physiolog pi piano pie pierc pierr pig pigment pile pilgrim
    pillar pilot pine pinyin pipelin pit pitcher pitt pixel pl placement plagu planner plantat plateau plato
    pleasant pleasur plug plumag pocket poetic poll pollut pond portal portland pot potassium potteri powder
    preach precious precursor predic prefix pregnant prehistori prentic presbyterian prestigi pretend prevail
    preval pride primat princess princeton privaci privileg probabilist probe profound prolif prolog prone
    propaganda propheci proposit prose prospect proton proud proven provinci proxim prussia pub puerto puls pupil
    purpl pursuit puzzl pyramid qualit quantifi quantit quebec quest queue quiet racial radar rainfal ralli ralph
    rape rat ratifi rebuild rebuilt recept recip recipi recit recruit rectangular recur reddish reed reef
    referendum refract regain regent regim regiment registr reinforc relax reloc remaind remedi remind remnant
    rent repel replic repositori reprint reproduc reptil reservoir resign reson restaur resurrect retail rev
    reward rhine richmond rid rider ridicul righteous rigid rio riot rn roast robin robust rocket romanc romania
    romant roof ross routin roy rubber rug runner runtim rushdi russel ruth ryan sack sacrific sad sahara sailor
    sake salin salvat sam sandi sat satan satir saturday saudi sauropsida scan scatter scenario schemat scot screw
    scroll sculptur se sediment seiz semit sensat sentiment sequel servant seventeenth sf sgi shadow shakespear
    shark sheep shelter shi shit shortest shut si siam siberia sibl sierra signifi silent silicon silk simpler
    simplest simplic simpson singapor singer singular sink sixteen sixteenth sixti skeleton ski skylin slaveri
    sleep slip slot slower smart smell smile snake soc socket sodium solubl southernmost southward sovereignti sox
    sp spare spark spawn spec specialis specialist spectacular spectral sphere spike spite spoiler spontan spur sr
    sshs stadium stamp stanley stapl starter stat statesman statut steadili steal steep steer stereo stewart
    stimul stolen strand strang streak stripe stroke strongest stuart stuck stupid su subclass submarin submerg
    subscrib subset subsist subsystem subtl subtrop suck sudan suffix suicid sulfur sultan summar summit sunlight
    sunni sunset superord supervisor supplement suppress surg surnam survivor susan suspend suspens swallow swap
    sweep swift swing swiss sword sydney syntax syria tamu tan tanzania tap tar tas tay tcp tea tear ted
    telecommun telegraph telescop temporari temporarili tendenc tender tennesse tenni tentat tenur terrac terrain
    terrestri terri terribl terror textil textur thailand thame theatric theodor therebi thermodynam thinker
    thompson thrive throat thrown thu tide till timber timelin tin tissu tm toe token tokyo toll tongu tonn tooth
    topolog tortur tough tourism tournament toxic toy tract trademark tragedi trait transliter transmit treasur
    treasuri treatis tremend triangl triangular tribal tribut tributari trick trigger tripl trivial truck tu ture
    turk turkish turner turtl twelfth twentieth twist ualberta ubiquit uci ucla uh uiuc ukrain ultra umd umich
    uncertainti unclear uncommon underpart unemploy unesco unexpect unif uninhabit unoffici unrank unrel unsuccess
    upcom uplift upris upset upward urbana urg usc usd useless ussr utter va vacat vacuum vagu valentin vancouv
    vector venezuela ventur venu verb verlag versus vertebr vest veteran vga viabl vicker victorian vienna vietnam
    viewer viewpoint vigor vii viii vike vincent virtu virus vital vladimir vocabulari vocal volt voltag vowel vu
    waal waco wage wake walker wander wang ward warrant warren warrior wash watson wax weld welfar well welsh
    whale whenev widow wildlif wilhelm windsor wine wipe wireless wise withdraw withdrew wolf woodland wrap wu xi
    ya yahoo yale yang yanke yard yeah yesterday your yuan zeus zhang zip zoo`,
};
