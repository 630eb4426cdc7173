import { ODD_HOSTS } from './odd-hosts.ts';
import { OTHER_HOSTS } from './other-hosts.ts';
import type { Host } from './page.ts';
import { PLANT_HOSTS } from './plant-hosts.ts';

/** All hosts of the small web. */
export const HOSTS: Host[] = [...PLANT_HOSTS, ...OTHER_HOSTS, ...ODD_HOSTS];
