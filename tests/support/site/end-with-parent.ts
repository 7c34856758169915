// A site under test loads this first: it ends with the process that started it, however that ended.
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
