import './require-node.mjs'
import { pathToFileURL } from 'node:url'
import { buildIfStale } from './build.mjs'
import { installIfStale } from './install.mjs'
import { inProject } from './project.mjs'

// Hands the session of a linked number over to another program.
await installIfStale()
await buildIfStale()
process.setSourceMapsEnabled(true)
Object.assign(process, { noDeprecation: true })
await import(pathToFileURL(inProject('server/dist/move-out.js')).href)
