import { systemClock } from '../../shared/local/system.ts';
import { runMeter } from '../../shared/meter/run-meter.ts';

/**
 * One process runs one call of one function at a time, so it has one meter: its clients, its log and its updates of
 * control items all count on it.
 */
export const meter = runMeter(systemClock, Number(process.env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'] ?? 0));
