import './require-node.mjs'
import './end-with-npm.mjs'
import { buildIfStale } from './build.mjs'
import { installIfStale } from './install.mjs'

// Measures the real product: `npm run bench -- latency`. The benches and their figures: docs/bench.md.
await installIfStale()
await buildIfStale()

const { tsImport } = await import('tsx/esm/api') // missing before the installation
const { runBench } = await tsImport('../bench/src/bench.ts', import.meta.url)
await runBench(process.argv[2])
