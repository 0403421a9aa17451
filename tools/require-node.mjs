// Imported first by every command, so it uses nothing that an old Node would not understand.
var parts = process.versions.node.split('.')
var major = Number(parts[0])
var minor = Number(parts[1])
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    'Balcão needs Node.js 20.19 or later; this is ' + process.versions.node + '. See https://nodejs.org\n',
  )
  process.exit(1)
}
