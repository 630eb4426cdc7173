/** Preload (`node --import`) that sets the clock ahead by CLOCK_SHIFT_MS in every thread. */
import process from 'node:process';

const { now } = Date;
const shift = Number(process.env.CLOCK_SHIFT_MS);
Date.now = () => now() + shift;
