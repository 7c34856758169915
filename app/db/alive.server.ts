export function isAlive(pid: number): boolean {
  // `kill` takes 0 and negative numbers for groups of processes.
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process lives but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
