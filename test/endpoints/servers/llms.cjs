// @musistudio/llms is a library, so its server is started here. Argument: the Chat Completions endpoint behind it.
const { default: Server } = require("@musistudio/llms");

const providers = [{ name: "behind", api_base_url: process.argv[2], api_key: "key-behind", models: ["scripted"] }];
void new Server({ initialConfig: { providers }, logger: false }).start();
