import './require-node.mjs'
import { pathToFileURL } from 'node:url'
import { buildIfStale } from './build.mjs'
import { installIfStale } from './install.mjs'
import { inProject } from './project.mjs'

// Moves a company to another cell of the installation, while both run.
await installIfStale()
await buildIfStale()
process.setSourceMapsEnabled(true)
Object.assign(process, { noDeprecation: true })
await import(pathToFileURL(inProject('server/dist/move-company.js')).href)
