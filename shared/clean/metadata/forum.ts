/** The rule for forums: pages with posts by several people. */
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { type GenreRule, isDeclaredArticle, MIN_PARAGRAPH_LENGTH } from './genre-input.ts';

const FORUM_URL =
  /(?:\/(?:viewtopic|viewforum|showthread|showtopic|forumdisplay)(?:[/.?-]|$)|\/(?:thread|board)\.php|\/index\.php\?(?:[^#]*&)?topic=\d|\/r\/[^/]+\/comments\/|\/(?:forum|forums|foren|foro|foros|forumet)\/.|[?&](?:showtopic|tid|fid|ubb)=|\/yabb\.pl\?|\/t\d+p\d+-)/i;
/** Words in URLs of forums that also name subjects, committees, circuit boards and parts of manuals. */
const WEAK_URL = /\/(?:topic|threads?|discussions?|boards?|comments)(?:[/.?-]|$)|[?&](?:topic|thread)=/i;
/** Numbers of threads and boards, such as `/t12-`. Cars and races have such names too, so a second clue is required. */
const NUMBERED_URL = /\/[tf]\d+[-/]/i;
const WEAK_HOST = /^[a-z]+:\/\/(?:[^/?#]*(?:forum|foren)|(?:foro|board|community|discuss(?:ions?)?|answers)\.)/i;
const FORUM_PROGRAM =
  /phpbb|vbulletin|discourse|xenforo|invision|mybb|simple machines|woltlab|burning board|vanilla|flarum|nodebb|fluxbb|punbb|yabb|askbot|discuz|phpwind|lemmy/i;

/** Matches forums by their JSON-LD type, software, URL, or lines about members. Weak words of a URL need such a line. */
export const isForum: GenreRule = ({ url, metadata, things, page, kind }) => {
  if (things.some(({ type }) => /^(?:DiscussionForumPosting|QAPage)$/.test(type))) return true;
  if (page.itemTypes.has('discussionforumposting') || page.itemTypes.has('qapage')) return true;
  if (FORUM_PROGRAM.test(metadata['generator']?.[0] ?? '') || page.hasFlarumData) return true;
  const path = pathOf(url);
  if (FORUM_URL.test(path)) return true;
  const isNumbered = NUMBERED_URL.test(path);
  const isHint = isNumbered || (kind === undefined && !isDeclaredArticle(things) && hasForumWord(url));
  return hasMembers(page.blocks, isHint ? 1 : MIN_MEMBERS) || (isNumbered && linksToThreads(page));
};

/** Returns whether a URL has a word of forums, which alone does not tell one. */
export function hasForumWord(url: string): boolean {
  const path = pathOf(url);
  return WEAK_URL.test(path) || (WEAK_HOST.test(url) && path.length > 2);
}

/**
 * Paths of boards, which list threads: phpBB, vBulletin, MyBB, SMF, XenForo, Invision, Discourse, NodeBB, and the lists of
 * questions of Stack Exchange. A thread has another path, which may begin with that of
 * its board.
 */
const BOARD_URL =
  /\/(?:viewforum|forumdisplay)(?:[/.?-]|$)|[?&;]board=\d|\/forums?\/[^/?#]+\.\d+\/?(?:page-\d+\/?)?(?:[?#]|$)|\/forum\/\d+-[^/?#]+\/?(?:page\/\d+\/?)?(?:[?#]|$)|\/forum-[\w-]+\.html|\/c\/[^?#]+\/\d+(?:[?#]|$)|\/category\/\d+\/|\/questions(?:\/tagged\/[^/?#]+)?\/?(?:[?#]|$)/i;

/** Parts of the URL of a thread behind those of its board: `?board=4;action=display`, `/category/3/thread/45`. */
const THREAD_IN_BOARD = /[?&;](?:topic|tid|thread(?:id)?)=|[?&;]action=display|\/(?:threads?|topics?|posts?|[tp])\/\d/i;

/** Returns whether a URL is that of a board by its program. */
export function isBoardUrl(url: string): boolean {
  const path = pathOf(url);
  return BOARD_URL.test(path) && !THREAD_IN_BOARD.test(path);
}

const pathOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');

const NUMBERED_LINK = /\/(?<numbered>[tf]\d+)-[^/]*$/i;
/** Minimum number of threads that a board links to. */
const MIN_THREADS = 3;

/** Returns whether a page links to several threads and to the board that contains them. */
function linksToThreads({ links }: ParsedPage): boolean {
  const numbered = links.flatMap(({ href }) => NUMBERED_LINK.exec(href)?.groups?.['numbered']?.toLowerCase() ?? []);
  const threads = new Set(numbered.filter((name) => name.startsWith('t')));
  return threads.size >= MIN_THREADS && threads.size < new Set(numbered).size;
}

/** Lines beside a post about its author: date of registration and number of posts. */
export const MEMBER =
  /^(?:(?:join(?:ed|\s?date)|registered|member since|registriert(?: seit)?|anmeldungsdatum|dabei seit|mitglied seit|inscrit(?:e)?(?: le)?|registrado|iscritto(?: il)?|geregistreerd|lid sinds|dołączył\p{L}*|зарегистрирован\p{L}*)\s*:|(?:posts?|messages|beiträge|mensajes|mensagens|messaggi|berichten|posty|сообщения?)\s*:\s*\d[\d.,'’\s]*(?:$|\())/iu;
/** Minimum number of such lines in a forum. */
const MIN_MEMBERS = 3;
/** Maximum number of blocks that are searched for such lines. */
const MAX_BLOCKS_CHECKED = 1_000;

function hasMembers(blocks: readonly Block[], minimum: number): boolean {
  let members = 0;
  for (let i = 0; i < blocks.length && i < MAX_BLOCKS_CHECKED; i++) {
    const { text } = blocks[i] as Block;
    if (text.length < MIN_PARAGRAPH_LENGTH && text.includes(':') && MEMBER.test(text) && ++members === minimum)
      return true;
  }
  return false;
}
