/** `[mcp_server]` of config.toml: what other programs may do that speak to this agent over MCP. */
import { flag, section } from '../../../config/fields.ts';

export function callersTables() {
  return { mcp_server: section({ may_answer: flag().default(false) }) };
}
