/** The launcher's stylesheet arrives as minified text; the chat's is a file of its own. */
declare module '*.css' {
  const text: string
  export default text
}
