import { fileURLToPath } from "node:url";
import { writeSchemas } from "./schemas.ts";

// A step of the build, run from `dist/src/schemas`: the schemas lie in `dist/schemas`.
await writeSchemas(fileURLToPath(new URL("../../schemas", import.meta.url)));
