/**
 * Preload (`node --import`) that sets the clock by CLOCK_JUMP_MS in every thread: at CLOCK_JUMP_AT (epoch ms), or when the
 * file CLOCK_JUMP_FILE exists.
 */
import { existsSync } from 'node:fs';
import process from 'node:process';

const { now } = Date;
const { CLOCK_JUMP_AT = 'Infinity', CLOCK_JUMP_FILE: file } = process.env;
const at = Number(CLOCK_JUMP_AT);
const jump = Number(process.env.CLOCK_JUMP_MS);
Date.now = () => now() + (now() >= at || (file && existsSync(file)) ? jump : 0);
