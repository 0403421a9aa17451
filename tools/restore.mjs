import './require-node.mjs'
import { pathToFileURL } from 'node:url'
import { buildIfStale } from './build.mjs'
import { installIfStale } from './install.mjs'
import { inProject } from './project.mjs'

// Restores a backup into an empty installation.
await installIfStale()
await buildIfStale()
process.setSourceMapsEnabled(true)
Object.assign(process, { noDeprecation: true })
await import(pathToFileURL(inProject('server/dist/restore.js')).href)
