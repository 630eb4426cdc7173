/** Preload (`node --import`) that speeds up the clock by CLOCK_SPEED in every thread. */
import process from 'node:process';

const { now } = Date;
const speed = Number(process.env.CLOCK_SPEED);
const start = Number(process.env.CLOCK_START);
Date.now = () => Math.round(start + (now() - start) * speed);
