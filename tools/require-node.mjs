// Imported first by every command; it must load, and print its line, on any Node with modules.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `Balcão needs Node.js 20.19 or later; this is ${process.versions.node}. See https://nodejs.org\n`,
  )
  process.exit(1)
}
