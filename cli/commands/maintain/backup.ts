import { formatNoun } from '../../../shared/text/format-count.ts';
import { command, DEFAULT_DIR, DIR_OPTION, EXIT, JSON_OPTION, UsageError } from '../../command.ts';
import { maintenanceProgress } from '../../maintain/maintenance-progress.ts';
import { formatJson } from '../../output/format-json.ts';
import { formatBytes } from '../../output/progress.ts';
import { printable } from '../../output/terminal.ts';

const ABOUT = `Copies a data folder with all its crawls to another folder, also while a crawl runs. The copy is a data folder as the original was when
the command began: \`thresher serve\` and \`thresher crawl\` work with it by --dir. A later backup to the same folder copies what is new, and removes
what the data folder no longer has, but no archived responses (objects/raw), which may have been moved away.

Do not crawl in a backup to which you back up again: it is refused then, as is one of another data folder, or of one that was deleted and created again. Do not run the crawl in both folders: both would fetch the same pages, and send the same alerts.`;

export const backupCommand = command({
  name: 'backup',
  usage: ['FOLDER [--without-index] [--dir DIR] [--json]'],
  about: ABOUT,
  options: {
    dir: DIR_OPTION,
    'without-index': {
      type: 'boolean',
      help: 'leave out index.sqlite, the largest file; thresher reindex, or the next thresher crawl in the backup, writes it again',
    },
    json: JSON_OPTION,
  },
  examples: [
    ['thresher backup /mnt/backup/plants --dir data', 'Back up a data folder, the first time or again'],
    ['thresher backup /mnt/backup/plants --without-index', 'Leave out what can be written again'],
  ],
  async run({ operands, options }, terminal) {
    const [to, ...others] = operands;
    if (to === undefined || others.length > 0) throw new UsageError('thresher backup: give one folder for the copy');
    const { dir = DEFAULT_DIR, json = false, 'without-index': withoutIndex = false } = options;
    const { backupFolder } = await import('../../maintain/backup-folder.ts');
    let done = '';
    const progress = maintenanceProgress(terminal, () => done);
    const signal = terminal.interrupt;
    try {
      const copied = await backupFolder(dir, to, {
        withoutIndex,
        signal,
        onProgress({ files, bytes }) {
          done = `${formatNoun(files, 'file')} copied, ${formatBytes(bytes)}`;
          progress.update();
        },
      });
      if (json) terminal.out(formatJson(copied));
      else
        terminal.out(
          printable(
            `${to}: backup of ${dir}; ${formatNoun(copied.files, 'new file')}, ${formatBytes(copied.bytes)}, and the databases; ${formatNoun(copied.removed, 'file')} removed`,
          ),
        );
      return EXIT.done;
    } catch (error) {
      if (!signal.aborted) throw error;
      terminal.err('Interrupted: repeat the same command to complete the backup.');
      return EXIT.interrupted;
    } finally {
      progress.end();
    }
  },
});
