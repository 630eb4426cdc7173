import { runAgain } from '../run-again.ts';

runAgain('cli');
