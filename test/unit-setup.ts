/** Runs before each file of the unit tests. */
import { stageWorkers } from '../cli/run/threads/threads.ts';
import { startHere } from './cli/run/stages-here.ts';

stageWorkers.start = startHere;
