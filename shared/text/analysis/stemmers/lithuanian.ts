import { inTurn, suffixStep } from './suffix-rules.ts';

/** Light stemmer of Lithuanian: reflexives, then endings of nouns, adjectives and verbs, then changes of consonants. */
export const stemLithuanian = inTurn(
  suffixStep({
    3: `iuosiuose iuosius iuosiu iuosiuosi iausias iausia iausią iausiai iausio iausios iausiu esnis esnio esnį esniu esniais esnių esni esnė esnės
      uose iuose yje ėje oje ioje uje iuje yse ėse ose iose ams iams ėms oms ioms ims ums ais iais ėmis omis iomis imis umis
      amas ama ami amą amos amų amai amieji omas oma omi omą omos omų omai ymas yma ymą ymo ymui ymu yme ymai ymų imas ima imą imo imui imu ime imai imų
      ajam ajame ajai ajį ąjį ąją asis oji ojo ojoje ųjų uosius ąsias osios ieji aisiais osiomis
      avimas avimą avimo avimui avimu avimai avimų ėjimas ojimas ojimą ojimo
      ant iant int ęs usi usį usio usios antis anti antį ančio ančios ančią ančių iantis iančio iančią iančios iančių
      tas ta tą to tos tų tu tai tais ti tasis tiems toms tose tuose tam tame
      as ias is ys us ius a ia ė e i o io u iu ų ių ą ią ę į y yj os ios ės ies ui iui ai iai ei iei ie uo iuo
      au iau ome ote ėme ėte eme ete ate ame site sime siu si s ki kite kime davo`,
  }),
  suffixStep({ 3: 'nam nim tin ėj oj av in ym im uj dam' }),
  suffixStep({ 3: 'č:t dž:d' }),
);
