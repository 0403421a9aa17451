import { fileURLToPath } from 'node:url'
import type { Endpoint } from '@balcao/contract/endpoint'
import { type Plugin, runnerImport } from 'vite'
import { generateShapeCheck, isObjectSchema, type SharedShapeModuleIds } from './shape-code'

type Exports = Readonly<Record<string, unknown>>
type Contract = ReadonlyMap<string, Exports>

const pathOf = (from: string) => fileURLToPath(new URL(from, import.meta.url))
const light = '\0light-contract:'
const shapesOfPages = `import * as shapes from ${JSON.stringify(pathOf('../src/lib/shapes.ts'))}`

/**
 * Replaces the contract's endpoints in the build by generated modules without zod, whose library and schemas
 * were 36 kB of the start chunk. Each generated module has the endpoint's name, method, path and access, and
 * a check of its answer's shape. Forms, and endpoints whose answer zod transforms, still import the original
 * contract and zod.
 */
export function contractWithoutZodPlugin(): Plugin {
  let contract: Contract = new Map()
  let shared: SharedShapeModuleIds = new Map()
  return {
    name: 'balcao:light-contract',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      contract = await runContract()
      shared = sharedShapesOf(contract)
    },
    resolveId(id) {
      const file = /^@balcao\/contract\/([\w-]+)$/.exec(id)?.[1]
      const isOfEndpoints = file !== undefined && Object.values(contract.get(file) ?? {}).some(isEndpoint)
      if (!isOfEndpoints && !id.startsWith(light)) return undefined
      // Marks the module as free of side effects, so that each export is only in the chunks that use it.
      return { id: isOfEndpoints ? light + file : id, moduleSideEffects: false }
    },
    load(id) {
      if (!id.startsWith(light)) return undefined
      const [file = '', name] = id.slice(light.length).split('/')
      const exports = contract.get(file) ?? {}
      if (name === undefined) return entrance(file, exports, shared)
      const value = exports[name]
      return isEndpoint(value) ? endpointModule(value, shared) : shapeModule(value, shared)
    },
  }
}

async function runContract(): Promise<Contract> {
  const { module } = await runnerImport<typeof import('./contract-modules')>(pathOf('contract-modules.ts'), {
    root: pathOf('..'),
    configFile: false,
    resolve: { noExternal: [/^@balcao\//] },
  })
  const fileOf = (path: string) => /([\w-]+)\.ts$/.exec(path)?.[1] ?? path
  return new Map(Object.entries(module.contractModules).map(([path, exports]) => [fileOf(path), exports]))
}

function sharedShapesOf(contract: Contract): SharedShapeModuleIds {
  return new Map(
    [...contract].flatMap(([file, exports]) =>
      Object.entries(exports)
        .filter(([, value]) => isObjectSchema(value) && generateShapeCheck(value) !== undefined)
        .map(([name, value]) => [value, `${light}${file}/${name}`] as const),
    ),
  )
}

/**
 * Generates the module that replaces a contract module. It re-exports the generated endpoints, and takes all
 * other exports from the original contract module.
 */
function entrance(file: string, exports: Exports, shared: SharedShapeModuleIds): string {
  const own = JSON.stringify(pathOf(`../../packages/contract/src/${file}.ts`))
  return Object.entries(exports)
    .map(([name, value]) =>
      isEndpoint(value) && generateShapeCheck(value.answer, shared) !== undefined
        ? `export { default as ${name} } from ${JSON.stringify(`${light}${file}/${name}`)}`
        : `export { ${name} } from ${own}`,
    )
    .join('\n')
}

function endpointModule(endpoint: Endpoint, shared: SharedShapeModuleIds): string {
  const { name, method, path, access, closedToSupport, answer } = endpoint
  const facts = JSON.stringify({ name, method, path, access, closedToSupport })
  return moduleWith(
    answer,
    shared,
    (shape) => `{ ...${facts}, answer: shapes.answerParserOf(${JSON.stringify(name)}, ${shape}) }`,
  )
}

function shapeModule(schema: unknown, shared: SharedShapeModuleIds): string {
  const others = new Map([...shared].filter(([other]) => other !== schema))
  return moduleWith(schema, others, (shape) => shape)
}

function moduleWith(
  schema: unknown,
  shared: SharedShapeModuleIds,
  exported: (shape: string) => string,
): string {
  const used = new Map<string, string>()
  const code = generateShapeCheck(schema, shared, used)
  if (code === undefined) throw new Error('Only schemas with a shape have a module of their own')
  const imports = [...used].map(([id, name]) => `import ${name} from ${JSON.stringify(id)}`)
  return [shapesOfPages, ...imports, `export default ${exported(code)}`].join('\n')
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'planFlag' in value && 'answer' in value
}
