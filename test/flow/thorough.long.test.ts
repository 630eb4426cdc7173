import { runAgain } from '../run-again.ts';

runAgain('contracts', 'fetch', 'flow');
