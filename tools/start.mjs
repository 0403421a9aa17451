import './require-node.mjs'
import './end-with-npm.mjs'
import { buildIfStale } from './build.mjs'
import { installIfStale } from './install.mjs'
import { runProduct } from './run-product.mjs'

await installIfStale()
await buildIfStale()
await runProduct()
