// Loaded into every program before its own code: ends the program normally when its launcher is killed by a signal that
// cannot be forwarded.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel must not keep the program alive.
process.channel?.unref();
