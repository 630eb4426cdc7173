/** Loaded before the program (`node --import`): the machine's clock goes CLOCK_SHIFT_MS ahead, in every thread. */
import process from 'node:process';

const { now } = Date;
const shift = Number(process.env.CLOCK_SHIFT_MS);
Date.now = () => now() + shift;
