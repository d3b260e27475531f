# What `cmake --install` and the Debian package put where.
include(GNUInstallDirs)
option(NPULINT_DEBIAN "Install as Debian's packages do: zsh's folder, copyright and changelog" OFF)
set(NPULINT_MAINTAINER "npulint maintainers <maintainers@npulint.example>" CACHE STRING
  "Maintainer of the Debian package")

# Completions and the man page are printed by the tool.
set(shell_dir ${CMAKE_BINARY_DIR}/generated/shell)
find_program(GZIP gzip REQUIRED)
add_custom_command(
  OUTPUT ${shell_dir}/npulint ${shell_dir}/_npulint ${shell_dir}/npulint.fish ${shell_dir}/npulint.1.gz
  DEPENDS npulint
  COMMAND ${CMAKE_COMMAND} -E make_directory ${shell_dir}
  COMMAND npulint completion bash > ${shell_dir}/npulint
  COMMAND npulint completion zsh > ${shell_dir}/_npulint
  COMMAND npulint completion fish > ${shell_dir}/npulint.fish
  COMMAND npulint man > ${shell_dir}/npulint.1
  COMMAND ${GZIP} -9nf ${shell_dir}/npulint.1
  VERBATIM)
add_custom_target(npulint_shell ALL DEPENDS ${shell_dir}/npulint.1.gz)

install(TARGETS npulint)
install(FILES ${shell_dir}/npulint DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${shell_dir}/npulint.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${shell_dir}/npulint.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
# with the JSON Schemas
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY examples/editors examples/quick-start DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
# as they are in the sources: without what their make_dumps.py may have written
install(DIRECTORY examples/bundles DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples
  PATTERN .gitignore EXCLUDE REGEX "/(images|tensors|calibration|resnet18-three-readings/out)$" EXCLUDE)

if(NPULINT_DEBIAN)
  install(FILES ${shell_dir}/_npulint DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
  string(TIMESTAMP NPULINT_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)  # SOURCE_DATE_EPOCH, where it is set
  configure_file(packaging/changelog.in ${CMAKE_BINARY_DIR}/generated/debian/changelog @ONLY)
  execute_process(COMMAND ${GZIP} -9nkf ${CMAKE_BINARY_DIR}/generated/debian/changelog)
  install(FILES ${CMAKE_BINARY_DIR}/generated/debian/changelog.gz packaging/copyright
    DESTINATION ${CMAKE_INSTALL_DOCDIR})
else()
  install(FILES ${shell_dir}/_npulint DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME npulint)
set(CPACK_PACKAGE_CONTACT ${NPULINT_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "linter between a quantised neural network and the board")
set(CPACK_PACKAGE_DESCRIPTION
"Reads what a deployment on a neural processing unit is made of (ONNX graphs,
conversion configs, compiled models and their metadata, logs, and a few lines
about the application) and says where they contradict each other: an integer
output that nobody decodes, padded rows read as dense, normalisation done
twice, an artifact for another board.
It runs nothing and needs neither vendor tools nor a network.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# packing takes what is built: the tests need not be
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
include(CPack)
