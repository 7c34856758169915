/** Whether a process of this machine lives, whoever's it is. */
export function isAlive(pid: number): boolean {
  // To the system, 0 and less mean groups of processes.
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's, which may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
