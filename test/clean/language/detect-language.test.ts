import { expect, test } from 'vitest';
import { detectLanguage, languageOf } from '../../../shared/clean/language/detect-language.ts';

test.each([
  ['en', 'Carnivorous plants catch insects because the soil in which they grow holds hardly any nitrogen.'],
  ['de', 'Fleischfressende Pflanzen fangen Insekten, weil der Boden, auf dem sie wachsen, kaum Stickstoff enthält.'],
  ['sv', 'Köttätande växter fångar insekter eftersom jorden där de växer nästan inte innehåller något kväve.'],
  ['fr', 'Les plantes carnivores attrapent des insectes parce que le sol où elles poussent contient peu d’azote.'],
  ['ru', 'Росянка круглолистная растёт на торфяных болотах и ловит мелких насекомых липкими волосками листьев.'],
  [
    'ja',
    '食虫植物は、窒素の少ない土壌に生えるため、葉で昆虫を捕らえて栄養を得る植物である。日本ではモウセンゴケなどが湿原に見られる。',
  ],
])('detects %s', (language, text) => {
  expect(languageOf(text, null)).toBe(language);
  expect(languageOf(text, 'xx-unknown')).toBe(language);
});

/** Languages that ELD does not support: the first article of the Universal Declaration of Human Rights. */
test.each([
  ['af', 'Alle menslike wesens word vry, met gelyke waardigheid en regte, gebore. Hulle het rede en gewete.'],
  ['cy', "Genir pawb yn rhydd ac yn gydradd â'i gilydd mewn urddas a hawliau. Fe'u cynysgaeddir â rheswm a chydwybod."],
  ['eo', 'Ĉiuj homoj estas denaske liberaj kaj egalaj laŭ digno kaj rajtoj. Ili posedas racion kaj konsciencon.'],
  ['ga', 'Saoláitear na daoine uile saor agus comhionann ina ndínit agus ina gcearta. Tá bua an réasúin acu.'],
  ['id', 'Semua orang dilahirkan merdeka dan mempunyai martabat dan hak-hak yang sama. Mereka dikaruniai akal.'],
  ['kk', 'Барлық адамдар тумысынан азат және қадір-қасиеті мен құқықтары тең болып дүниеге келеді.'],
  ['la', 'Omnes homines liberi aequique dignitate atque iuribus nascuntur. Ratione conscientiaque praediti sunt.'],
  ['mi', 'Ko te katoa o nga tangata i te whanaungatanga mai e watea ana i nga here katoa; e tauriterite ana hoki.'],
  ['mk', 'Сите човечки суштества се раѓаат слободни и еднакви по достоинство и права. Тие се обдарени со разум.'],
  ['mn', 'Хүн бүр төрж мэндлэхэд эрх чөлөөтэй, адилхан нэр төртэй, ижил эрхтэй байдаг.'],
  [
    'nn',
    'Alle menneske er fødde til fridom og med same menneskeverd og menneskerettar. Dei har fått fornuft, og skal leve med kvarandre som brør, men ikkje sånn at ein ser ned på nokon.',
  ],
  ['sn', 'Vanhu vese vanoberekwa vakasununguka uyewo vakaenzana pahunhu nekodzero dzavo.'],
  ['so', 'Aadanaha dhammaantiis wuxuu dhashaa isagoo xor ah kana siman xagga sharafta iyo xuquuqada.'],
  ['sw', 'Watu wote wamezaliwa huru, hadhi na haki zao ni sawa. Wote wamejaliwa akili na dhamiri.'],
  ['xh', 'Bonke abantu bazalwa bekhululekile belingana ngesidima nangokweemfanelo. Bonke abantu banesiphiwo sesazela.'],
])('detects %s, which ELD does not support', (language, text) => {
  expect(languageOf(text, null)).toBe(language);
});

/** Similar languages: sentences that the other language would write differently. */
test.each([
  ['da', 'Hun siger, at hun ikke længere arbejder på skolen, men hjælper sin mand på gården hver uge.'],
  ['no', 'Hun sier at hun ikke lenger arbeider på skolen, men hjelper mannen sin på gården hver uke.'],
  ['nn', 'Ho seier at ho ikkje lenger arbeider på skulen, men hjelper mannen sin på garden kvar veke.'],
  ['hr', 'Tijekom prošlog tjedna u Zagrebu je održana sjednica na kojoj je sudjelovalo tisuću ljudi.'],
  ['bs', 'Tokom prošle sedmice u Sarajevu je održana sjednica na kojoj je učestvovalo hiljadu ljudi.'],
  ['sr', 'Tokom prošle nedelje u gradu je održana sednica na kojoj je učestvovalo hiljadu ljudi, rekao je čovek.'],
  ['ms', 'Kerajaan akan memberi maklumat lanjut mengenai kemalangan itu kerana polis belum mahu bercakap.'],
  ['id', 'Pemerintah akan memberi informasi lanjut tentang kecelakaan itu karena polisi belum mau bicara.'],
  ['mk', 'Министерството соопшти дека новиот закон за здравство ќе стапи на сила следната година.'],
  ['bg', 'Министерството съобщи, че новият закон за здравето ще влезе в сила през следващата година.'],
  ['tn', 'Batho ba le bantsi ba ne ba ya kwa motseng go bona gore a go na le metsi a a lekaneng.'],
  ['st', 'Batho ba bangata ba ne ba ya motseng ho bona hore na ho na le metsi a lekaneng.'],
])('distinguishes %s from a similar language', (language, text) => {
  expect(languageOf(text, null)).toBe(language);
});

/** Names with letters of another language. */
test.each([
  [
    'en',
    'The study was led by Professor Nguyễn, who teaches botany at the university and works in the bogs of the north.',
  ],
  ['en', 'The new bridge across the harbour was opened on Monday. Photo: Nguyễn Văn Tuấn.'],
  ['de', 'Die neue Brücke über den Hafen wurde am Montag eröffnet, sagte Professor Nguyễn von der Universität.'],
  ['da', 'Hun siger, at professor Nguyễn ikke længere arbejder på skolen, men hjælper sin mand på gården hver uge.'],
  ['no', 'Hun sier at professor Nguyễn ikke lenger arbeider på skolen, men hjelper mannen sin på gården hver uke.'],
  [
    'hr',
    'Tijekom prošlog tjedna u Zagrebu je održana sjednica na kojoj je profesor Nguyễn rekao da dolazi tisuću ljudi.',
  ],
  ['es', 'El profesor Nguyễn dijo que el nuevo puente sobre el puerto se abrió el lunes por la mañana.'],
  ['en', 'The letter ٹ is written with a small mark above it and stands for a sound that English lacks.'],
  ['en', 'The villages of the Llŷn peninsula are quiet in winter, but many visitors come there in the summer.'],
  ['en', 'The temples of Ħal Tarxien are older than the pyramids and attract many visitors every year.'],
  ['en', 'The congress of the association was opened by Ĉefeĉ, who spoke about the history of the language.'],
])('detects %s despite a name with letters of another language: %s', (language, text) => {
  expect([languageOf(text, null), languageOf(text, language)]).toEqual([language, language]);
});

test('takes a text for Urdu only if most of it is in Arabic script', () => {
  const text = 'یہ پودے کیڑے پکڑتے ہیں کیونکہ مٹی میں نائٹروجن بہت کم ہے';
  expect(languageOf(text, null)).toBe('ur');
  const quoted =
    'In the old song that everybody in the village still knows, the words کیڑے پکڑتے ہیں مٹی میں ہے are sung twice.';
  expect(languageOf(quoted, null)).toBe('en');
});

test('combines the separate accents of old Vietnamese pages', () => {
  const text = 'Cây nắp ấm mọc ở vùng đất nghèo dinh dưỡng và bắt côn trùng bằng những chiếc lá của nó.';
  expect(languageOf(text.normalize('NFD'), null)).toBe('vi');
});

test('uses the declared language if similar languages fit equally', () => {
  const same = 'Na toj slici je velika stara kamena kuća s malim prozorima.';
  expect([languageOf(same, 'hr'), languageOf(same, 'bs'), languageOf(same, null)]).toEqual(['hr', 'bs', 'hr']);
});

test('ignores a declared language that does not fit the text', () => {
  expect(languageOf('Carnivorous plants catch insects because the soil holds hardly any nitrogen.', 'fi')).toBe('en');
});

test.each(['Sundew', '1234567890 '.repeat(20), ''])('returns und for a text that is too short: %j', (text) => {
  expect(languageOf(text, 'en')).toBe('und');
});

/** Letters and vowel signs count. */
test.each([
  [12, 'de', 'Ich sah es hier'],
  [11, 'und', 'Ich sah es her'],
  [12, 'hi', 'हम घर जा रहे हैं'],
  [11, 'und', 'हम घर जा रहा है'],
  [12, 'mr', 'मी घरी जातो आहे'],
  [12, 'te', 'ఇది నా పుస్తకం'],
  [12, 'pa', 'ਇਹ ਮੇਰੀਂ ਘਰੀ ਹੈ'],
  [11, 'und', 'ਮੈਂ ਘਰ ਜਾ ਰਿਹਾ'],
])('reads %i letters and marks as %s', (count, language, text) => {
  expect(text.match(/[\p{L}\p{M}]/gu)).toHaveLength(count);
  expect(languageOf(text, null)).toBe(language);
});

test.each([
  ['cs', 'Neznámá chyba, zkuste to později.'],
  ['sk', 'Neznáma chyba, skúste to neskôr.'],
  ['ru', 'Ни одно поле не изменено.'],
  ['mk', 'Ве молам внесете валиден датум.'],
  ['kk', 'Сізде жаңа пошта бар.'],
  ['ca', 'No es permeten espais en aquest camp.'],
  ['vi', 'Hãy nhập một số nguyên.'],
  ['cy', "Mae'r ffeil yn wag."],
])('detects %s in a short sentence', (language, text) => {
  expect(languageOf(text, null)).toBe(language);
});

/** Sentences of three to six words without a word that only one language uses. */
test.each([
  ['la', 'Magister discipulos laudat.'],
  ['zu', 'Ngiyakuthanda kakhulu.'],
  ['xh', 'Ndiyakuthanda kakhulu.'],
  ['tn', 'Ke a go rata thata.'],
  ['st', 'Kea u rata haholo.'],
  ['sw', 'Ninakupenda sana.'],
  ['so', 'Waan ku jeclahay adiga.'],
  ['fr', 'Je suis fatigué.'],
])('detects %s by the n-grams of few words: %s', (language, text) => {
  expect(languageOf(text, null)).toBe(language);
});

test('has a higher confidence for a more distinctive text', () => {
  const sureOf = (text: string) => detectLanguage(text, null).confidence;
  const [norse, french] = [
    sureOf('Hun kommer hjem til byen i dag og spiser mad.'),
    sureOf('Les plantes carnivores attrapent des insectes parce que le sol où elles poussent contient peu d’azote.'),
  ] as [number, number];
  expect(norse).toBeLessThan(french);
  expect(norse).toBeGreaterThanOrEqual(0);
  expect(french).toBeLessThanOrEqual(1);
  expect(sureOf('ကျွန်တော်တို့ သည် မြန်မာစာ ဖတ်သည်')).toBe(1);
  expect(sureOf('too short')).toBe(null);
});

test('a text of which no language has a trigram has no language', () => {
  expect(languageOf('x'.repeat(38), null)).toBe('und');
});

test.each([
  ['ja', 'Node.jsのインストール方法 Windows版'],
  ['zh', '如何安装 Visual Studio Code'],
  ['zh', 'React Hooks 入门教程'],
  ['ko', '삼성 Galaxy S24 Ultra 출시'],
  ['ru', 'Установка Docker Compose на Ubuntu Server'],
  ['en', 'The kanji 東京 is read Tokyo'],
  ['de', 'Kaufen Sie das Buch von Достоевский heute'],
])('detects %s in a text with words in another script: %s', (language, text) => {
  expect(languageOf(text, null)).toBe(language);
});

test.each([
  ['ru', 'Выберите город и укажите адрес доставки'],
  ['ru', 'Отправьте нам письмо, позвоните или закажите звонок'],
  ['ru', 'запустите и проверьте команду. Затем установите'],
  ['bg', 'Условията и правилата на сайта'],
  ['bg', 'Синьото небе и зелените поля'],
])('takes %s with endings of both languages for itself by its letters: %s', (language, text) => {
  expect(languageOf(text, null)).toBe(language);
});

test('takes Russian instructions with commands for Russian', () => {
  const text =
    'Скачайте установщик с nodejs.org, запустите node-v20.msi и проверьте команду node --version. Затем npm install.';
  expect(languageOf(text, 'ru')).toBe('ru');
});
