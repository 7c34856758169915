// Loaded before a site: from SIGUSR2 on each round of its event loop takes 50 ms, as under overload.
const roundMs = 50;

function block() {
  const until = performance.now() + roundMs;
  while (performance.now() < until);
  setImmediate(block);
}
process.once('SIGUSR2', block);
