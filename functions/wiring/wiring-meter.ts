import { systemClock } from '../../shared/local/system.ts';
import { runMeter } from '../../shared/meter/run-meter.ts';

/** The meter of this process, which runs one invocation at a time. Clients, the log and control updates count on it. */
export const meter = runMeter(systemClock, Number(process.env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'] ?? 0), () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
});
