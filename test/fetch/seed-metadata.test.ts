import { expect, test } from 'vitest';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { readCaptures } from '../../shared/fetch/warc/warc-read.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { explain } from '../../shared/frontier/explain/explain.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import { fixedRevisitRules } from '../../shared/frontier/revisit.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import type { Url } from '../../shared/url/url.ts';
import { OPTIONS, reply, visitPorts } from './single-host.ts';

const HOST = 'fen.test';
const DAY = 86_400_000;
const SEED = `http://${HOST}/` as Url;
/** `rule` is a column of the seed list, not the extraction rule. */
const about = { title: 'The fen', description: 'All about it', rule: 'mine' };

/** Visits the host once it is due and returns the notes of its captures. */
async function notesOfVisit(ports: ReturnType<typeof visitPorts>) {
  const { due } = (await ports.frontier.getHead({ crawl: 'fen', host: HOST }))!;
  await ports.clock.advance(Math.max(0, due! - ports.clock.now()));
  const message = { crawl: 'fen', id: ports.random.id(), hosts: [{ host: HOST, group: HOST, due: due! }] };
  const options = { ...OPTIONS, revisit: fixedRevisitRules(DAY), cache: createBundleCache(0) };
  const going = visitHosts(message, ports, createCaptureWriter('fen', { software: 'test' }, ports), options);
  await ports.clock.advance(20_000);
  expect((await going).faults).toEqual([]);
  const deliveries = (await ports.captures.receive(9, 1_000)) as { message: ObjectMessage }[];
  const objects = await Promise.all(deliveries.map(({ message: { key } }) => ports.objects.get(key)));
  const captures = objects.flatMap((object) => [...readCaptures(object!, 'k')]);
  return captures.flatMap((found) => (found.kind === 'capture' ? [found.capture.note] : []));
}

test('stores the values given with a URL at each visit, and explain shows them', async () => {
  let visits = 0;
  const ports = visitPorts({
    fetch: async (url) => (url.endsWith('/robots.txt') ? reply(404, '') : reply(200, `visit ${++visits}`)),
  });
  await ports.control.create('fen', 'none', ports.clock.now());
  const link = {
    url: SEED,
    kind: 'page' as const,
    class: 0,
    depth: 0,
    parent: null,
    score: 1,
    about,
    extractRule: 'article',
    anchors: 'Fens\nBogs and fens',
  };
  await enqueueLinks({ crawl: 'fen', source: 'x', links: [link], feedback: [] }, ports, 'host');
  for (let nth = 1; nth <= 3; nth++) {
    expect(await notesOfVisit(ports)).toMatchObject([
      { about, extractRule: 'article', anchors: 'Fens\nBogs and fens' },
    ]);
    const { steps } = await explain('fen', SEED, ports);
    const found = steps.find(({ step }) => step === 'found');
    expect(found?.detail).toContain(
      'a seed, with title "The fen", description "All about it", rule "mine", extraction rule "article", anchor text "Fens", "Bogs and fens"; depth 0',
    );
  }
  expect(visits).toBe(3);
});
