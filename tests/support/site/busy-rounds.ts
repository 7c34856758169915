// Loaded before a site: from SIGUSR2 on each round of its event loop takes 50 ms, as under overload; a second one ends
// that, and the log says how many rounds there were.
const roundMs = 50;
let rounds = 0;
let isBusy = false;

function block() {
  if (!isBusy) return void process.stderr.write(`${rounds} busy rounds\n`);
  rounds += 1;
  const until = performance.now() + roundMs;
  while (performance.now() < until);
  setImmediate(block);
}
process.on('SIGUSR2', () => {
  isBusy = !isBusy;
  if (isBusy) block();
});
