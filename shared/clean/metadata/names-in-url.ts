/** Takes from a title what only repeats the URL: the number of an issue behind it, and the name of the group that it was posted to. */

/** The number of an issue or request: `Export is empty #88` (GitHub, Gitea, GitLab). */
const ISSUE = /^(?<title>.*\S)\s+[#!](?<number>\d{1,9})$/su;
/** The name of a group: `How much water? : Mosses` (Reddit). */
const GROUP = /^(?<title>.*\S)\s+:\s+(?<name>[\w-]{2,40})$/su;

/** Returns a title without the number with which the path of the URL ends, and without the name of the group in it. */
export function withoutNamesInUrl(title: string, url: string): string {
  const path = url.replace(/[?#].*$/s, '');
  const issue = ISSUE.exec(title)?.groups as { title: string; number: string } | undefined;
  if (issue && path.endsWith(`/${issue.number}`)) return issue.title;
  const group = GROUP.exec(title)?.groups as { title: string; name: string } | undefined;
  return group && path.toLowerCase().includes(`/r/${group.name.toLowerCase()}/`) ? group.title : title;
}
