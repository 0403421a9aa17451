// Imported by the commands that run until they are stopped. npm hands a signal to the shell that it runs us in, and the
// shell dies of it without telling us; so we watch for our parent to change, and end as if the signal had been ours.
// Only under npm: whoever starts us otherwise may well leave us running on purpose.
const parent = process.ppid

if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}
