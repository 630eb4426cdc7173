import { type AddressInfo, createServer, type Socket } from 'node:net';
import { listening } from './bare-server.ts';

const FILES: Record<string, string> = {
  '/a.txt': 'a file',
  '/long.txt': 'x'.repeat(50_000),
  '/huge.txt': 'x'.repeat(13_000_000),
  '/held.txt': 'x'.repeat(12_000_000),
  '/lie.txt': 'x'.repeat(1_000_000),
};
const LIST = '-rw-r--r-- 1 a b 6 Jan 01 2020 a.txt\r\ndrwxr-xr-x 2 a b 1 Jan 01 2020 sub & more\r\n';

/** An FTP server with a few commands. @param passive address in its `PASV` reply; default: its own */
export async function ftpServer(passive?: string): Promise<{ port: number; received: string[] }> {
  const received: string[] = [];
  const server = createServer((control) => {
    let data: Promise<Socket> | undefined;
    const say = (line: string) => control.write(`${line}\r\n`);
    const send = async (text: string) => {
      say('150 here it comes');
      // A held transfer never ends.
      if (text === FILES['/held.txt']) (await data)?.write(text);
      else (await data)?.end(text, () => say('226 done'));
    };
    say('220 ready');
    control.on('data', async (bytes: Buffer) => {
      for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
        received.push(line);
        const [word = '', path = ''] = line.split(/ (.*)/s);
        if (word === 'USER') say('331 password?');
        else if (word === 'PASS') say('230 come in');
        else if (word === 'EPSV') say('500 unknown');
        else if (word === 'SIZE') say(FILES[path] ? `213 ${path === '/lie.txt' ? 5 : FILES[path].length}` : '550 none');
        else if (word === 'MDTM') say(FILES[path] ? '213 20200101000000' : '550 none');
        else if (word === 'CWD') say(path.endsWith('dir') || path.endsWith('/') ? '250 there' : '550 none');
        else if (word === 'PASV') {
          const transfer = createServer();
          data = new Promise((resolve) => transfer.once('connection', resolve));
          await listening(transfer);
          const { port } = transfer.address() as AddressInfo;
          say(`227 Passive (${passive ?? '127,0,0,1'},${port >> 8},${port & 255})`);
        } else if (word === 'RETR') FILES[path] ? void send(FILES[path]) : say('550 none');
        else if (word === 'LIST') void send(LIST);
        else say('200 fine');
      }
    });
  });
  return { port: await listening(server), received };
}
