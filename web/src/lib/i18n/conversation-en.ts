export default import.meta.glob<Record<string, unknown>>('./en/{keyboard,messages,notes}.json', {
  eager: true,
  import: 'default',
})
