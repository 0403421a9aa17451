import './require-node.mjs'
import { pathToFileURL } from 'node:url'
import { buildIfStale } from './build.mjs'
import { installIfStale } from './install.mjs'
import { inProject } from './project.mjs'

// The operator's own acts, beside the product or without it: `npm run admin` says which there are.
await installIfStale()
await buildIfStale()
process.setSourceMapsEnabled(true)
Object.assign(process, { noDeprecation: true })
await import(pathToFileURL(inProject('server/dist/admin.js')).href)
