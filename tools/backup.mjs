import './require-node.mjs'
import { pathToFileURL } from 'node:url'
import { buildIfStale } from './build.mjs'
import { installIfStale } from './install.mjs'
import { inProject } from './project.mjs'

// Makes a backup of the installation, while it runs or not, or checks one.
await installIfStale()
await buildIfStale()
process.setSourceMapsEnabled(true)
Object.assign(process, { noDeprecation: true })
await import(pathToFileURL(inProject('server/dist/backup.js')).href)
