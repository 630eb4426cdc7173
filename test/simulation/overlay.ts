import type { Control, ControlStore } from '../../shared/ports/control.ts';
import type { WorkerPorts } from './stores.ts';

/** A port with some of its methods replaced. */
export function overlaid<Port extends object>(port: Port, changed: Partial<Port>): Port {
  return new Proxy(port, { get: (given, name) => changed[name as keyof Port] ?? given[name as keyof Port] });
}

/** The ports with some methods of the frontier replaced. */
export function frontier(
  ports: WorkerPorts,
  change: (given: WorkerPorts['frontier']) => Partial<WorkerPorts['frontier']>,
): WorkerPorts {
  return { ...ports, frontier: overlaid(ports.frontier, change(ports.frontier)) };
}

/** The ports with changed items of control. */
export function control(ports: WorkerPorts, change: (found: Control) => Control): WorkerPorts {
  const get: ControlStore['get'] = async (crawl) => {
    const found = await ports.control.get(crawl);
    return found && change(found);
  };
  return { ...ports, control: overlaid(ports.control, { get }) };
}
