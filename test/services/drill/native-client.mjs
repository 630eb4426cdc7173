/**
 * Preload (`node --import`) that stands in for the native part of Lambda's runtime client, which takes minutes to compile. With
 * AWS_LAMBDA_NODEJS_USE_ALTERNATIVE_CLIENT_1 it only sends results, and returns when they are received.
 */
import { execFileSync } from 'node:child_process';
import Module from 'node:module';
import process from 'node:process';

const SEND = 'await fetch(process.argv[1], { method: "POST", body: require("node:fs").readFileSync(0) })';

const native = {
  initializeClient() {},
  done(id, body) {
    const url = `http://${process.env.AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/invocation/${id}/response`;
    execFileSync(process.execPath, ['--input-type=commonjs', '--eval', `(async () => { ${SEND} })()`, url], {
      input: body,
    });
  },
};

const load = Module._load;
Module._load = (name, ...rest) => (name === './rapid-client.node' ? native : load(name, ...rest));
