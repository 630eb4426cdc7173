/** Names in hosts and paths of computer science departments (R. Chen, _An enhanced web robot for the CINDI system_, 2008, table 4). */
const DEPARTMENT_WORDS = (
  'cs cpcs scs site cis csm csce csc ecs csci ecst cse soe scis eeecs csee informatics cscs cti umcs ccs secs mathcs mtcs ecsu macsc ' +
  'compsci csdept itec computerscience insttech encs cap seas lcsee scit cems csse csis soi macs comp cctm soc computing inf scm ' +
  'csd cmis cswww cms scom dcs it ece mcs'
).split(' ');

/** Names of directories without documents (table 7), in singular and plural. */
const STOP_DIRECTORIES = (
  'audio audios image images section sections puzzle calendar lecturenotesweb transparencies contact contacts login ' +
  'admission admissions'
).split(' ');

/** Words in the names of files that are no papers (table 8). */
const UNWELCOME_NAMES = 'homework hw assignment syllabus cv resume week lecture exercise'.split(' ');

/** Extensions of pages and documents (section 4.2), in any case. A path without an extension is a page. */
const EXTENSIONS = 'html? asp php jsp shtml cfm pdf ps doc txt latex tex xml rtf'.split(' ');

/** The values of the preset `papers`: the rules of the CINDI robot. */
export const PAPER_SETTINGS = {
  scope: 'any',
  strategy: 'cindi',
  allow: [`URL ^[^/]*//[^/]*(?:/[^?#]*)?/(?:[^/.?#]*|[^/?#]*\\.(?i:${EXTENSIONS.join('|')}))(?:[?#]|$)`],
  urlWords: DEPARTMENT_WORDS,
  stopDirectories: STOP_DIRECTORIES,
  limits: { maxPathDepth: 7, fetchTimeoutMs: 10_000 },
  documents: {
    types: ['pdf', 'ps', 'doc', 'latex', 'xml', 'rtf'],
    unwelcomeNames: UNWELCOME_NAMES,
    minBytes: { pdf: 8_192 },
  },
};
