import type { Clock } from '../shared/ports/clock.ts';
import type { ControlStore } from '../shared/ports/control.ts';
import { type Patience, type Round, repeatRounds } from './dispatch-rounds.ts';
import { errorFields, log } from './log.ts';

/** What a call of dispatch has done. */
type DispatchCall = {
  /** Number of hosts that all rounds have sent. */
  hosts: number;
  /** Whether the call has waited between rounds. */
  waited: boolean;
  /** The crawl that the call waited for. Absent: no crawl is open. */
  payer?: string | undefined;
};

/**
 * Charges what a call of dispatch has used since its last update of a crawl.
 *
 * A call that sent nothing and did not wait belongs to the idle stack: its usage is discarded, or the next crawl would pay for it. The
 * time in which a call waited between rounds belongs to the crawl that it waited for.
 *
 * @param control adds the metered usage to each update
 */
async function chargeCall(
  { hosts, waited, payer }: DispatchCall,
  control: Pick<ControlStore, 'addUsage'>,
  meter: { drain(): unknown },
): Promise<void> {
  if (hosts === 0 && !waited) meter.drain();
  if (!waited || payer === undefined) return;
  // A failure must not repeat the call, which has sent its hosts. The next update adds the usage.
  await control.addUsage(payer, {}).catch((error: unknown) => log('error', 'charge-failed', errorFields(error)));
}

/**
 * Runs the rounds of a call of dispatch and charges them.
 *
 * @param patience state between the calls of a process. Absent: one round only
 */
export async function runDispatchCall(
  round: (isFirst: boolean) => Promise<Round & Pick<DispatchCall, 'payer'>>,
  patience: Patience | undefined,
  { control, clock }: { control: Pick<ControlStore, 'addUsage'>; clock: Clock },
  meter: { drain(): unknown },
): Promise<void> {
  const call: DispatchCall = { hosts: 0, waited: false };
  const counted = async (isFirst: boolean): Promise<Round> => {
    const sent = await round(isFirst);
    call.hosts += sent.hosts;
    call.payer = sent.payer;
    return sent;
  };
  if (patience) call.waited = await repeatRounds(counted, clock, patience);
  else await counted(true);
  await chargeCall(call, control, meter);
}
