/** Preload (`node --import`) that makes the first LOCAL_FAULTS connections fail with the code LOCAL_FAULT. */
import net from 'node:net';
import process from 'node:process';

const { connect } = net.Socket.prototype;
const code = process.env.LOCAL_FAULT;
let left = Number(process.env.LOCAL_FAULTS);

net.Socket.prototype.connect = function (...args) {
  if (left-- <= 0) return connect.apply(this, args);
  return this.destroy(Object.assign(new Error(`connect ${code}`), { code, syscall: 'connect' }));
};
