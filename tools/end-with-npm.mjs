// Imported by the commands that run until they are stopped. npm sends a signal to the shell that runs the command, and
// the shell dies without forwarding it. So this module watches for a change of the parent process, and then ends as if
// the signal had arrived. Only under npm: another starter may detach the command on purpose.
const parent = process.ppid

if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}
