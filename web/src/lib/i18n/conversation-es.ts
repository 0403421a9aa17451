export default import.meta.glob<Record<string, unknown>>('./es/{keyboard,messages,notes}.json', {
  eager: true,
  import: 'default',
})
