/** Preload (`node --import`) that sets the clock by CLOCK_JUMP_MS at CLOCK_JUMP_AT (epoch ms) in every thread. */
import process from 'node:process';

const { now } = Date;
const at = Number(process.env.CLOCK_JUMP_AT);
const jump = Number(process.env.CLOCK_JUMP_MS);
Date.now = () => now() + (now() >= at ? jump : 0);
