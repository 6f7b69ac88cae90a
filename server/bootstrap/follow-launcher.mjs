// Loaded into every program before its own code: when its launcher is killed by a signal that
// cannot be forwarded, the program drains and ends as if it had been asked to.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel alone must not keep the program alive.
process.channel?.unref();
