/** Writes a small MaxMind database (MaxMind DB file format specification 2.0) for tests. */

type Value = string | number | { [key: string]: Value };

/** Returns a database. @param networks entries by IPv4 network, such as `192.0.2.0/24` */
export function mmdbOf(networks: Record<string, Value>): Buffer {
  const nodes: [number | undefined, number | undefined][] = [[undefined, undefined]];
  const data: Buffer[] = [];
  let dataBytes = 0;
  const leaves: { node: number; side: 0 | 1; offset: number }[] = [];
  for (const [range, value] of Object.entries(networks)) {
    const [address = '', length = '32'] = range.split('/');
    const bits = address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
    let node = 0;
    for (let i = 0; i < Number(length) - 1; i++) {
      const side = Number(bits[i]) as 0 | 1;
      nodes[node]![side] ??= nodes.push([undefined, undefined]) - 1;
      node = nodes[node]![side]!;
    }
    leaves.push({ node, side: Number(bits[Number(length) - 1]) as 0 | 1, offset: dataBytes });
    const bytes = encoded(value);
    data.push(bytes);
    dataBytes += bytes.length;
  }
  const tree = Buffer.alloc(nodes.length * 6);
  const pointers = nodes.map((sides) => sides.map((to) => to ?? nodes.length));
  for (const { node, side, offset } of leaves) pointers[node]![side] = nodes.length + 16 + offset;
  for (const [i, [left = 0, right = 0]] of pointers.entries()) {
    tree.writeUIntBE(left, i * 6, 3);
    tree.writeUIntBE(right, i * 6 + 3, 3);
  }
  const metadata = encoded({
    ...{ node_count: nodes.length, record_size: 24, ip_version: 4, binary_format_major_version: 2 },
    ...{ binary_format_minor_version: 0, build_epoch: 1, database_type: 'Test' },
  });
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  return Buffer.concat([tree, Buffer.alloc(16), ...data, marker, metadata]);
}

/** Encodes strings of up to 28 bytes, 32-bit numbers, and maps of up to 28 entries. */
function encoded(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(5);
    bytes[0] = (6 << 5) | 4;
    bytes.writeUInt32BE(value, 1);
    return bytes;
  }
  const entries = Object.entries(value);
  return Buffer.concat([
    Buffer.from([(7 << 5) | entries.length]),
    ...entries.flatMap(([key, inner]) => [encoded(key), encoded(inner)]),
  ]);
}
