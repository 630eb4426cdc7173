import { onTestFinished } from 'vitest';

/** Sets the time zone of the machine until the end of the test. @param zone name in the IANA database */
export function inTimeZone(zone: string): void {
  const before = process.env['TZ'];
  onTestFinished(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });
  process.env['TZ'] = zone;
}
