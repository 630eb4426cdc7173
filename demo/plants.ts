/** Facts about carnivorous plants, from general knowledge. Each language translates the keys. */
export type Plant = {
  slug: string;
  latin: string;
  common: Partial<Record<'en' | 'de' | 'sv' | 'es', string>>;
  genus: Genus;
  region: Region;
  habitat: Habitat;
  heightCm: number;
  year: number;
  colour: Colour;
};

export type Genus =
  | 'drosera'
  | 'dionaea'
  | 'sarracenia'
  | 'darlingtonia'
  | 'nepenthes'
  | 'pinguicula'
  | 'utricularia'
  | 'others';
export type Region =
  | 'northEurope'
  | 'carolina'
  | 'gulfCoast'
  | 'california'
  | 'borneo'
  | 'sumatra'
  | 'philippines'
  | 'madagascar'
  | 'cape'
  | 'westAustralia'
  | 'mexico'
  | 'brazil'
  | 'venezuela'
  | 'iberia';
export type Habitat = 'bog' | 'savanna' | 'cliff' | 'lake' | 'mountain' | 'heath' | 'stream';
export type Colour = 'white' | 'pink' | 'yellow' | 'purple' | 'red';

const plant = (
  latin: string,
  genus: Genus,
  region: Region,
  habitat: Habitat,
  heightCm: number,
  year: number,
  colour: Colour,
  common: Plant['common'] = {},
): Plant => ({
  slug: latin.toLowerCase().replaceAll(' ', '-'),
  latin,
  genus,
  region,
  habitat,
  heightCm,
  year,
  colour,
  common,
});

export const PLANTS: Plant[] = [
  plant('Drosera rotundifolia', 'drosera', 'northEurope', 'bog', 12, 1753, 'white', {
    en: 'round-leaved sundew',
    de: 'Rundblättriger Sonnentau',
    sv: 'rundsileshår',
    es: 'rocío de sol de hoja redonda',
  }),
  plant('Drosera anglica', 'drosera', 'northEurope', 'bog', 18, 1778, 'white', {
    en: 'English sundew',
    de: 'Langblättriger Sonnentau',
    sv: 'storsileshår',
    es: 'rocío de sol inglés',
  }),
  plant('Drosera intermedia', 'drosera', 'northEurope', 'heath', 10, 1798, 'white', {
    en: 'spoonleaf sundew',
    de: 'Mittlerer Sonnentau',
    sv: 'småsileshår',
    es: 'rocío de sol intermedio',
  }),
  plant('Drosera capensis', 'drosera', 'cape', 'stream', 30, 1753, 'pink', {
    en: 'Cape sundew',
    de: 'Kap-Sonnentau',
    sv: 'kapsileshår',
    es: 'rocío de sol del Cabo',
  }),
  plant('Drosera aliciae', 'drosera', 'cape', 'mountain', 6, 1905, 'pink', { en: 'Alice sundew' }),
  plant('Drosera regia', 'drosera', 'cape', 'mountain', 60, 1926, 'pink', {
    en: 'king sundew',
    de: 'Königs-Sonnentau',
  }),
  plant('Drosera spatulata', 'drosera', 'westAustralia', 'heath', 4, 1804, 'pink'),
  plant('Drosera binata', 'drosera', 'westAustralia', 'bog', 50, 1804, 'white', { en: 'forked sundew' }),
  plant('Drosera adelae', 'drosera', 'westAustralia', 'stream', 25, 1864, 'red', { en: 'lance-leaved sundew' }),
  plant('Drosera filiformis', 'drosera', 'carolina', 'savanna', 25, 1808, 'purple', { en: 'thread-leaved sundew' }),
  plant('Drosera burmannii', 'drosera', 'westAustralia', 'savanna', 3, 1794, 'white'),
  plant('Drosera madagascariensis', 'drosera', 'madagascar', 'bog', 25, 1824, 'pink'),
  plant('Drosera peltata', 'drosera', 'westAustralia', 'heath', 40, 1797, 'white', { en: 'shield sundew' }),
  plant('Drosera gigantea', 'drosera', 'westAustralia', 'heath', 100, 1839, 'white', { en: 'giant sundew' }),
  plant('Drosera communis', 'drosera', 'brazil', 'savanna', 6, 1824, 'pink'),
  plant('Dionaea muscipula', 'dionaea', 'carolina', 'savanna', 14, 1768, 'white', {
    en: 'Venus flytrap',
    de: 'Venusfliegenfalle',
    sv: 'venusflugfälla',
    es: 'venus atrapamoscas',
  }),
  plant('Sarracenia purpurea', 'sarracenia', 'carolina', 'bog', 25, 1753, 'purple', {
    en: 'purple pitcher plant',
    de: 'Rote Schlauchpflanze',
    sv: 'flugtrumpet',
    es: 'sarracenia púrpura',
  }),
  plant('Sarracenia flava', 'sarracenia', 'carolina', 'savanna', 80, 1753, 'yellow', {
    en: 'yellow pitcher plant',
    de: 'Gelbe Schlauchpflanze',
    sv: 'gul flugtrumpet',
  }),
  plant('Sarracenia leucophylla', 'sarracenia', 'gulfCoast', 'savanna', 90, 1817, 'red', {
    en: 'white-topped pitcher plant',
    de: 'Weiße Schlauchpflanze',
    sv: 'vit flugtrumpet',
  }),
  plant('Sarracenia psittacina', 'sarracenia', 'gulfCoast', 'bog', 15, 1803, 'red', { en: 'parrot pitcher plant' }),
  plant('Sarracenia minor', 'sarracenia', 'gulfCoast', 'savanna', 35, 1788, 'yellow', { en: 'hooded pitcher plant' }),
  plant('Sarracenia rubra', 'sarracenia', 'gulfCoast', 'bog', 45, 1788, 'red', { en: 'sweet pitcher plant' }),
  plant('Sarracenia alata', 'sarracenia', 'gulfCoast', 'savanna', 75, 1863, 'yellow', { en: 'pale pitcher plant' }),
  plant('Sarracenia oreophila', 'sarracenia', 'gulfCoast', 'stream', 70, 1933, 'yellow', {
    en: 'green pitcher plant',
  }),
  plant('Darlingtonia californica', 'darlingtonia', 'california', 'stream', 90, 1853, 'yellow', {
    en: 'cobra lily',
    de: 'Kobralilie',
    sv: 'kobralilja',
    es: 'planta cobra',
  }),
  plant('Nepenthes rajah', 'nepenthes', 'borneo', 'mountain', 150, 1859, 'purple', {
    en: 'giant tropical pitcher plant',
    de: 'Riesen-Kannenpflanze',
    sv: 'jättekannranka',
    es: 'planta jarro gigante',
  }),
  plant('Nepenthes villosa', 'nepenthes', 'borneo', 'mountain', 60, 1852, 'red'),
  plant('Nepenthes lowii', 'nepenthes', 'borneo', 'mountain', 100, 1859, 'white'),
  plant('Nepenthes bicalcarata', 'nepenthes', 'borneo', 'bog', 1500, 1873, 'red', { en: 'fanged pitcher plant' }),
  plant('Nepenthes rafflesiana', 'nepenthes', 'borneo', 'heath', 400, 1835, 'red', { en: "Raffles' pitcher plant" }),
  plant('Nepenthes ampullaria', 'nepenthes', 'sumatra', 'bog', 800, 1835, 'red', { en: 'flask-shaped pitcher plant' }),
  plant('Nepenthes aristolochioides', 'nepenthes', 'sumatra', 'mountain', 800, 1997, 'purple'),
  plant('Nepenthes spectabilis', 'nepenthes', 'sumatra', 'mountain', 600, 1928, 'purple'),
  plant('Nepenthes alata', 'nepenthes', 'philippines', 'mountain', 400, 1837, 'red', { en: 'winged pitcher plant' }),
  plant('Nepenthes attenboroughii', 'nepenthes', 'philippines', 'mountain', 150, 2009, 'purple'),
  plant('Nepenthes truncata', 'nepenthes', 'philippines', 'cliff', 150, 1911, 'yellow'),
  plant('Nepenthes madagascariensis', 'nepenthes', 'madagascar', 'heath', 90, 1797, 'yellow'),
  plant('Pinguicula vulgaris', 'pinguicula', 'northEurope', 'bog', 10, 1753, 'purple', {
    en: 'common butterwort',
    de: 'Gewöhnliches Fettkraut',
    sv: 'tätört',
    es: 'grasilla común',
  }),
  plant('Pinguicula alpina', 'pinguicula', 'northEurope', 'mountain', 10, 1753, 'white', {
    en: 'alpine butterwort',
    de: 'Alpen-Fettkraut',
    sv: 'fjälltätört',
    es: 'grasilla alpina',
  }),
  plant('Pinguicula grandiflora', 'pinguicula', 'iberia', 'cliff', 15, 1789, 'purple', {
    en: 'large-flowered butterwort',
    es: 'grasilla de flor grande',
  }),
  plant('Pinguicula moranensis', 'pinguicula', 'mexico', 'cliff', 12, 1817, 'pink', {
    en: 'Mexican butterwort',
    es: 'grasilla mexicana',
  }),
  plant('Pinguicula gypsicola', 'pinguicula', 'mexico', 'cliff', 9, 1910, 'purple'),
  plant('Pinguicula esseriana', 'pinguicula', 'mexico', 'mountain', 7, 1981, 'pink'),
  plant('Pinguicula vallisneriifolia', 'pinguicula', 'iberia', 'cliff', 12, 1853, 'purple', {
    es: 'grasilla de Cazorla',
  }),
  plant('Utricularia vulgaris', 'utricularia', 'northEurope', 'lake', 25, 1753, 'yellow', {
    en: 'common bladderwort',
    de: 'Gewöhnlicher Wasserschlauch',
    sv: 'vattenbläddra',
    es: 'lentibularia común',
  }),
  plant('Utricularia gibba', 'utricularia', 'brazil', 'lake', 10, 1753, 'yellow', { en: 'humped bladderwort' }),
  plant('Utricularia sandersonii', 'utricularia', 'cape', 'cliff', 6, 1865, 'white', { en: 'rabbit bladderwort' }),
  plant('Utricularia reniformis', 'utricularia', 'brazil', 'mountain', 50, 1824, 'purple'),
  plant('Utricularia humboldtii', 'utricularia', 'venezuela', 'mountain', 90, 1840, 'purple'),
  plant('Utricularia intermedia', 'utricularia', 'northEurope', 'bog', 15, 1800, 'yellow', {
    de: 'Mittlerer Wasserschlauch',
    sv: 'dybläddra',
  }),
  plant('Aldrovanda vesiculosa', 'others', 'northEurope', 'lake', 12, 1753, 'white', {
    en: 'waterwheel plant',
    de: 'Wasserfalle',
    sv: 'vattenhjul',
  }),
  plant('Cephalotus follicularis', 'others', 'westAustralia', 'stream', 8, 1806, 'white', {
    en: 'Albany pitcher plant',
    de: 'Zwergkrug',
  }),
  plant('Drosophyllum lusitanicum', 'others', 'iberia', 'heath', 40, 1806, 'yellow', {
    en: 'Portuguese dewy pine',
    de: 'Taublatt',
    es: 'atrapamoscas portugués',
  }),
  plant('Heliamphora nutans', 'others', 'venezuela', 'mountain', 25, 1840, 'white', {
    en: 'nodding sun pitcher',
    de: 'Sumpfkrug',
  }),
  plant('Byblis gigantea', 'others', 'westAustralia', 'heath', 50, 1839, 'purple', { en: 'rainbow plant' }),
];

export const ofGenus = (...genera: Genus[]): Plant[] => PLANTS.filter((p) => genera.includes(p.genus));
