import { readdirSync } from 'node:fs'
import type { Endpoint } from '../endpoint'

const folder = new URL('../', import.meta.url)
const files = readdirSync(folder).filter((name) => /^[a-z-]+\.ts$/.test(name))
const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)))

/** Every endpoint that a file of the contract exports. */
export const allEndpoints: readonly Endpoint[] = modules
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'planFlag' in value && 'answer' in value
}
